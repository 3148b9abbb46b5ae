//! Long short-term memory: a recurrent unit with two states.

use attention::{nn::Linear, tape::Var};
use rand::Rng;

/// One layer. The gates are in the order input, forget, candidate, output.
#[derive(Clone, Debug)]
pub struct Lstm {
    /// The matrices W with a bias: from `inputs` to `4 * hidden`.
    pub input: Linear,
    /// The matrices U with a bias: from `hidden` to `4 * hidden`.
    pub hidden: Linear,
}

/// The state of an LSTM, carried from step to step.
#[derive(Clone, Copy, Debug)]
pub struct LstmState<'t> {
    /// The state that other layers see: `[batch, hidden]`.
    pub hidden: Var<'t>,
    /// The state internal to the unit: `[batch, hidden]`.
    pub cell: Var<'t>,
}

impl Lstm {
    /// Creates a layer with random weights.
    pub fn new(inputs: usize, hidden: usize, rng: &mut dyn Rng) -> Self {
        Self {
            input: Linear::new(inputs, 4 * hidden, rng),
            hidden: Linear::new(hidden, 4 * hidden, rng),
        }
    }

    /// Returns the state after one step.
    ///
    /// # Shapes
    ///
    /// `x`: `[batch, inputs]`; both parts of a state: `[batch, hidden]`.
    pub fn step<'t>(&self, x: Var<'t>, state: LstmState<'t>) -> LstmState<'t> {
        //@ solution
        let all = self.input.forward(x) + self.hidden.forward(state.hidden);
        let [_batch, hidden] = state.hidden.dims();
        let gate = |place: usize| all.slice(1, place * hidden..(place + 1) * hidden);
        let (input, forget) = (gate(0).sigmoid(), gate(1).sigmoid());
        let (candidate, output) = (gate(2).tanh(), gate(3).sigmoid());
        let cell = forget * state.cell + input * candidate;
        LstmState { hidden: output * cell.tanh(), cell }
        //@ stub todo!("read {x:?} with {self:?} from {state:?}")
        //@ end
    }

    /// Returns the hidden state after each step, and the state at the end of each
    /// sentence.
    ///
    /// # Shapes
    ///
    /// `x`: `[batch, steps, inputs]`, with one length for each sentence. The outputs:
    /// `[batch, steps, hidden]`.
    pub fn read<'t>(&self, x: Var<'t>, lens: &[usize]) -> (Var<'t>, LstmState<'t>) {
        //@ solution
        use attention::Real;
        use attention::tape::stack;
        use ndarray::Array2;

        let [batch, steps, _inputs] = x.dims();
        let hidden = self.hidden.weight.shape()[0];
        let zeros = x.tape().constant(Array2::zeros((batch, hidden)));
        let mut state = LstmState { hidden: zeros, cell: zeros };
        let mut outputs = Vec::new();
        for step in 0..steps {
            let next = self.step(x.index(1, step), state);
            let going = |(row, _)| Real::from(u8::from(step < lens[row]));
            let going = x.tape().constant(Array2::from_shape_fn((batch, 1), going));
            let mix = |new, old| new * going + old * (-going + 1.0);
            state = LstmState {
                hidden: mix(next.hidden, state.hidden),
                cell: mix(next.cell, state.cell),
            };
            outputs.push(state.hidden);
        }
        (stack(&outputs, 1), state)
        //@ stub todo!("read {x:?} with {self:?} up to {lens:?}")
        //@ end
    }
}
exercise_solutions::tests!(lstm);
