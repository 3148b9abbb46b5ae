"""Writes golden.safetensors: what PyTorch computes for small inputs, forward and backward.

    python -m venv venv && venv/bin/pip install torch numpy safetensors
    venv/bin/python golden.py

A tensor is called `case/kind.name`: `linear/in.x`, `linear/out.y`, `linear/grad.x`. The gradients are
those of the sum of all outputs, each times the number at its place in `linear/projection.y`. Inputs and
parameters are multiples of 1/128, which are exact in every precision; everything is computed in double
precision and rounded once, when it is written. Weights are transposed to `[inputs, outputs]`, because
vectors are rows in the book.
"""

import math
import platform
from pathlib import Path

import numpy
import torch
from safetensors.torch import save_file
from torch import nn
from torch.nn import functional as F

torch.manual_seed(1)
torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)

tensors = {}


def numbers(*shape):
    """Random multiples of 1/64 between -2 and 2."""
    return torch.randint(-128, 129, shape).double() / 64


def case(name, inputs, outputs):
    """Records inputs, outputs and gradients. `inputs` maps a name to a leaf tensor."""
    loss = 0
    for key, output in outputs.items():
        projection = numbers(*output.shape)
        tensors[f"{name}/projection.{key}"] = projection
        tensors[f"{name}/out.{key}"] = output.detach().clone()
        loss = loss + (output * projection).sum()
    leaves = list(inputs.values())
    gradients = torch.autograd.grad(loss, leaves)
    for (key, leaf), gradient in zip(inputs.items(), gradients):
        table = name in ("embedding", "learned_positions") or key.endswith("embedding.weight")
        matrix = key.endswith("weight") and leaf.dim() == 2 and not table
        turn = torch.t if matrix else torch.clone
        tensors[f"{name}/in.{key}"] = turn(leaf.detach())
        tensors[f"{name}/grad.{key}"] = turn(gradient)


def leaf(*shape):
    return numbers(*shape).requires_grad_()


def fill(module):
    """Gives every parameter of a module random numbers between -1 and 1 and returns them by name."""
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.copy_(numbers(*parameter.shape) / 2)
    return dict(module.named_parameters())


# Layers.

linear = nn.Linear(4, 5)
x = leaf(2, 3, 4)
case("linear", {"x": x, **fill(linear)}, {"y": linear(x)})

linear = nn.Linear(4, 5, bias=False)
x = leaf(2, 4)
case("linear_without_bias", {"x": x, **fill(linear)}, {"y": linear(x)})

embedding = nn.Embedding(6, 3)
tokens = torch.tensor([[1, 5, 1, 0], [2, 1, 5, 5]])
tensors["embedding/tokens"] = tokens
case("embedding", fill(embedding), {"y": embedding(tokens)})

layer_norm = nn.LayerNorm(5)
x = leaf(2, 3, 5)
case("layer_norm", {"x": x, **fill(layer_norm)}, {"y": layer_norm(x)})


def gru_of(layers):
    """A GRU, and its parameters under the names of the book: `weight_ih_l0` is `layers.0.input.weight`."""
    gru = nn.GRU(4, 3, num_layers=layers, batch_first=True)
    sides = {"ih": "input", "hh": "hidden"}
    parameters = {}
    for key, parameter in fill(gru).items():
        kind, side, layer = key.split("_")
        parameters[f"layers.{layer[1:]}.{sides[side]}.{kind}"] = parameter
    return gru, parameters


for layers in (1, 2):
    gru, parameters = gru_of(layers)
    x, start = leaf(2, 5, 4), leaf(layers, 2, 3)
    outputs, state = gru(x, start)
    case(f"gru_{layers}", {"x": x, "start": start, **parameters}, {"outputs": outputs, "state": state})

# Sequences of several lengths. PyTorch puts zeros behind the end of a sequence, the book the last state.
gru, parameters = gru_of(2)
x, start, lens = leaf(3, 4, 4), leaf(2, 3, 3), [2, 4, 1]
packed = nn.utils.rnn.pack_padded_sequence(x, torch.tensor(lens), batch_first=True, enforce_sorted=False)
outputs, state = gru(packed, start)
outputs, _ = nn.utils.rnn.pad_packed_sequence(outputs, batch_first=True)
ended = torch.arange(4)[None, :, None] >= torch.tensor(lens)[:, None, None]
outputs = torch.where(ended, state[-1][:, None], outputs)
tensors["gru_with_lens/lens"] = torch.tensor(lens)
case("gru_with_lens", {"x": x, "start": start, **parameters}, {"outputs": outputs, "state": state})

# A step of a GRU with the reset gate before the product, as Cho et al. (2014) define it, has no
# counterpart in PyTorch.


def sinusoids(offset, steps, dim):
    rows = []
    for position in range(offset, offset + steps):
        angles = [position / 10000 ** (2 * (column // 2) / dim) for column in range(dim)]
        rows.append([math.sin(a) if c % 2 == 0 else math.cos(a) for c, a in enumerate(angles)])
    return torch.tensor(rows)


x = leaf(2, 4, 6)
case("sinusoidal_positions", {"x": x}, {"y": x + sinusoids(3, 4, 6)})
tensors["sinusoids/out.even"] = sinusoids(3, 4, 6)
tensors["sinusoids/out.odd"] = sinusoids(1000, 2, 5)

x, weight = leaf(2, 3, 4), leaf(6, 4)
case("learned_positions", {"x": x, "weight": weight}, {"y": x + weight[2:5]})

# Fused operations.

x, gain, bias = leaf(2, 3, 5), leaf(5), leaf(5)
y = F.batch_norm(x.reshape(6, 5), None, None, gain, bias, training=True).reshape(2, 3, 5)
case("batch_norm", {"x": x, "gain": gain, "bias": bias}, {"y": y})

x = leaf(2, 3, 5)
case("log_softmax", {"x": x}, {"y": F.log_softmax(x, dim=-1)})

logits = leaf(2, 4, 5)
targets = torch.tensor([[1, 0, 4, 2], [3, 2, 2, 0]])
tensors["cross_entropy/targets"] = targets
loss = F.cross_entropy(logits.reshape(8, 5), targets.reshape(8), ignore_index=2)
case("cross_entropy", {"logits": logits}, {"loss": loss.reshape(1)})
logits = leaf(2, 4, 5)
tensors["cross_entropy_of_all/targets"] = targets
loss = F.cross_entropy(logits.reshape(8, 5), targets.reshape(8))
case("cross_entropy_of_all", {"logits": logits}, {"loss": loss.reshape(1)})

# Masks: true where a query may look at a key. Every row may look at something, because PyTorch
# gives NaN otherwise.

BATCH, HEADS, QUERIES, KEYS = 2, 2, 3, 5
query, key = torch.arange(QUERIES)[:, None], torch.arange(KEYS)[None, :]
lens = torch.tensor([2, 5])
lens_per_query = torch.tensor([[1, 3, 5], [2, 4, 1]])
pairs = torch.tensor([[1, 0, 1, 0, 0], [0, 1, 1, 1, 0], [1, 0, 0, 0, 1]]).bool()
pairs_per_example = torch.stack([pairs, pairs.flip(0)])
masks = {
    "all": torch.ones(1, 1, 1).bool(),
    "causal": (key <= query)[None],
    "causal_from_2": (key <= query + 2)[None],
    "window_1_2": ((key >= query - 1) & (key <= query + 2))[None],
    "valid_lens": (key[None] < lens[:, None, None]),
    "valid_lens_per_query": (key[None] < lens_per_query[:, :, None]),
    "allowed": pairs[None],
    "allowed_per_example": pairs_per_example,
    "causal_and_valid_lens": (key <= query)[None] & (key[None] < lens[:, None, None]),
}


def split(tensor):
    """From `[batch, count, columns]` to `[batch, heads, count, columns / heads]`."""
    batch, count, columns = tensor.shape
    return tensor.reshape(batch, count, HEADS, columns // HEADS).transpose(1, 2)


for name, mask in masks.items():
    mask = mask.expand(BATCH, QUERIES, KEYS)
    scores = leaf(BATCH, QUERIES, KEYS)
    weights = F.softmax(scores.masked_fill(~mask, -math.inf), dim=-1)
    case(f"softmax_{name}", {"scores": scores}, {"weights": weights})

    queries, keys = leaf(BATCH, QUERIES, HEADS * 4), leaf(BATCH, KEYS, HEADS * 4)
    values = leaf(BATCH, KEYS, HEADS * 3)
    output = F.scaled_dot_product_attention(
        split(queries), split(keys), split(values), attn_mask=mask[:, None]
    )
    output = output.transpose(1, 2).reshape(BATCH, QUERIES, HEADS * 3)
    case(f"attention_{name}", {"queries": queries, "keys": keys, "values": values}, {"output": output})

# Attention layers under each of the masks: outputs and weights, and the gradients of both together.


def masked_softmax(scores, mask):
    return F.softmax(scores.masked_fill(~mask, -math.inf), dim=-1)


def half(*shape):
    """A parameter with numbers between -1 and 1."""
    return (numbers(*shape) / 2).requires_grad_()


for name, mask in masks.items():
    mask = mask.expand(BATCH, QUERIES, KEYS)

    # Queries with 4 entries, keys with 3, values with 2, and 5 hidden numbers.
    inputs = {"queries": leaf(BATCH, QUERIES, 4), "keys": leaf(BATCH, KEYS, 3), "values": leaf(BATCH, KEYS, 2)}
    inputs |= {"query.weight": half(5, 4), "key.weight": half(5, 3), "score": half(5)}
    to_hidden = inputs["queries"] @ inputs["query.weight"].T, inputs["keys"] @ inputs["key.weight"].T
    sums = to_hidden[0][:, :, None] + to_hidden[1][:, None]
    weights = masked_softmax(torch.tanh(sums) @ inputs["score"], mask)
    case(f"additive_{name}", inputs, {"output": weights @ inputs["values"], "weights": weights})

    inputs = {"queries": leaf(BATCH, QUERIES, 4), "keys": leaf(BATCH, KEYS, 4), "values": leaf(BATCH, KEYS, 2)}
    weights = masked_softmax(inputs["queries"] @ inputs["keys"].mT / math.sqrt(4), mask)
    output = F.scaled_dot_product_attention(*inputs.values(), attn_mask=mask)
    case(f"dot_product_{name}", inputs, {"output": output, "weights": weights})

    inputs = {"queries": leaf(BATCH, QUERIES, 4), "keys": leaf(BATCH, KEYS, 3), "values": leaf(BATCH, KEYS, 2)}
    inputs |= {"matrix.weight": half(3, 4)}
    projected = inputs["queries"] @ inputs["matrix.weight"].T
    weights = masked_softmax(projected @ inputs["keys"].mT / math.sqrt(3), mask)
    case(f"bilinear_{name}", inputs, {"output": weights @ inputs["values"], "weights": weights})

    # PyTorch's own layer, by the function that it calls: three heads of two columns. Its mask is true
    # where a query may not look, and has a table for each head.
    hidden, heads = 6, 3
    inputs = {"queries": leaf(BATCH, QUERIES, hidden), "keys": leaf(BATCH, KEYS, 5), "values": leaf(BATCH, KEYS, 4)}
    inputs |= {"query.weight": half(hidden, hidden), "key.weight": half(hidden, 5), "value.weight": half(hidden, 4)}
    inputs |= {"output.weight": half(hidden, hidden)}
    bias = name != "allowed"
    if bias:
        inputs |= {f"{key}.bias": half(hidden) for key in ("query", "key", "value", "output")}
    output, weights = F.multi_head_attention_forward(
        *(inputs[key].transpose(0, 1) for key in ("queries", "keys", "values")),
        embed_dim_to_check=hidden,
        num_heads=heads,
        in_proj_weight=None,
        in_proj_bias=torch.cat([inputs[f"{key}.bias"] for key in ("query", "key", "value")]) if bias else None,
        bias_k=None,
        bias_v=None,
        add_zero_attn=False,
        dropout_p=0.0,
        out_proj_weight=inputs["output.weight"],
        out_proj_bias=inputs["output.bias"] if bias else None,
        training=False,
        attn_mask=~mask.repeat_interleave(heads, 0),
        use_separate_proj_weight=True,
        q_proj_weight=inputs["query.weight"],
        k_proj_weight=inputs["key.weight"],
        v_proj_weight=inputs["value.weight"],
        average_attn_weights=False,
    )
    case(f"multi_head_{name}", inputs, {"output": output.transpose(0, 1), "weights": weights})

# Recurrent encoder-decoders, with the parameters under the names of the book. Tables of vectors keep
# their shape `[vocab, embed]`. Sources end with 3, and behind the end stand zeros.

SOURCE_VOCAB, TARGET_VOCAB, EMBED, HIDDEN = 6, 7, 3, 4
SOURCES = torch.tensor([[4, 5, 3, 0], [5, 1, 4, 3], [4, 3, 0, 0]])
LENS = torch.tensor([3, 4, 2])
INPUTS = torch.tensor([[2, 5, 6, 4], [2, 4, 0, 0], [2, 6, 1, 0]])
TARGETS = torch.tensor([[5, 6, 4, 3], [4, 3, 0, 0], [6, 1, 3, 0]])


def parameters_of_gru(prefix, inputs, layers):
    parameters = {}
    for layer in range(layers):
        of_layer = f"{prefix}gru.layers.{layer}"
        parameters[f"{of_layer}.input.weight"] = half(3 * HIDDEN, inputs if layer == 0 else HIDDEN)
        parameters[f"{of_layer}.hidden.weight"] = half(3 * HIDDEN, HIDDEN)
        parameters[f"{of_layer}.input.bias"] = half(3 * HIDDEN)
        parameters[f"{of_layer}.hidden.bias"] = half(3 * HIDDEN)
    return parameters


def weights_of_gru(parameters, prefix):
    """The tensors in the order in which PyTorch's own functions take them."""
    return [tensor for name, tensor in parameters.items() if name.startswith(f"{prefix}gru.")]


def read_source(parameters, layers):
    """PyTorch's GRU over packed sentences: its outputs, with the last state behind each end, and its states."""
    embedded = F.embedding(SOURCES, parameters["encoder.embedding.weight"])
    packed = nn.utils.rnn.pack_padded_sequence(embedded, LENS, batch_first=True, enforce_sorted=False)
    in_order = torch.zeros(layers, len(LENS), HIDDEN)[:, packed.sorted_indices]
    weights = weights_of_gru(parameters, "encoder.")
    data, state = torch.gru(packed.data, packed.batch_sizes, in_order, weights, True, layers, 0.0, False, False)
    packed = nn.utils.rnn.PackedSequence(data, packed.batch_sizes, packed.sorted_indices, packed.unsorted_indices)
    outputs, _ = nn.utils.rnn.pad_packed_sequence(packed, batch_first=True)
    state = state[:, packed.unsorted_indices]
    ended = torch.arange(4)[None, :, None] >= LENS[:, None, None]
    return torch.where(ended, state[-1][:, None], outputs), state


def data_of(name):
    data = {"sources": SOURCES, "lens": LENS, "inputs": INPUTS, "targets": TARGETS}
    tensors.update({f"{name}/{key}": tensor for key, tensor in data.items()})


def masked_loss(logits):
    return F.cross_entropy(logits.flatten(0, 1), TARGETS.flatten(), ignore_index=0).reshape(1)


def parameters_of_encoder(layers):
    table = {"encoder.embedding.weight": half(SOURCE_VOCAB, EMBED)}
    return table | parameters_of_gru("encoder.", EMBED, layers)


for layers in (1, 2):
    parameters = parameters_of_encoder(layers)
    outputs, state = read_source(parameters, layers)
    inputs = {key.removeprefix("encoder."): parameter for key, parameter in parameters.items()}
    data_of(f"encoder_{layers}")
    case(f"encoder_{layers}", inputs, {"outputs": outputs, "state": state})

for layers in (1, 2):
    parameters = parameters_of_encoder(layers) | {"embedding.weight": half(TARGET_VOCAB, EMBED)}
    parameters |= parameters_of_gru("", HIDDEN + EMBED, layers)
    parameters |= {"output.weight": half(TARGET_VOCAB, HIDDEN), "output.bias": half(TARGET_VOCAB)}
    _, start = read_source(parameters, layers)
    contexts = start[-1][:, None].expand(-1, INPUTS.shape[1], -1)
    x = torch.cat([contexts, F.embedding(INPUTS, parameters["embedding.weight"])], dim=2)
    states, _ = torch.gru(x, start, weights_of_gru(parameters, ""), True, layers, 0.0, False, False, True)
    logits = F.linear(states, parameters["output.weight"], parameters["output.bias"])
    data_of(f"fixed_context_{layers}")
    case(f"fixed_context_{layers}", parameters, {"logits": logits, "loss": masked_loss(logits)})


def parameters_of_decoder(layers):
    parameters = {"embedding.weight": half(TARGET_VOCAB, EMBED)}
    parameters |= {f"attention.{name}.weight": leaf(HIDDEN, HIDDEN) for name in ("query", "key")}
    parameters |= {"attention.score": leaf(HIDDEN)} | parameters_of_gru("", EMBED, layers)
    parameters |= {"context.weight": half(3 * HIDDEN, HIDDEN)}
    return parameters | {"output.weight": half(TARGET_VOCAB, HIDDEN), "output.bias": half(TARGET_VOCAB)}


def decoder_step(parameters, tokens, values, state):
    """Logits, weights and the new state. The context is an input of the first layer like the token."""
    query = F.linear(state[-1], parameters["attention.query.weight"])
    keys = F.linear(values, parameters["attention.key.weight"])
    scores = torch.tanh(query[:, None] + keys) @ parameters["attention.score"]
    real = torch.arange(values.shape[1])[None] < LENS[:, None]
    weights = masked_softmax(scores, real)
    context = (weights[:, :, None] * values).sum(dim=1)
    x = torch.cat([context, F.embedding(tokens, parameters["embedding.weight"])], dim=1)
    states = []
    for layer, old in enumerate(state):
        of_input, of_state, bias_of_input, bias_of_state = weights_of_gru(parameters, "")[4 * layer : 4 * layer + 4]
        if layer == 0:
            of_input = torch.cat([parameters["context.weight"], of_input], dim=1)
        x = torch.gru_cell(x, old, of_input, of_state, bias_of_input, bias_of_state)
        states.append(x)
    return F.linear(x, parameters["output.weight"], parameters["output.bias"]), weights, torch.stack(states)


for layers in (1, 2):
    inputs = {"values": leaf(len(LENS), 4, HIDDEN), "state": leaf(layers, len(LENS), HIDDEN)}
    parameters = parameters_of_decoder(layers)
    logits, weights, state = decoder_step(parameters, INPUTS[:, 1], **inputs)
    data_of(f"decoder_step_{layers}")
    case(f"decoder_step_{layers}", inputs | parameters, {"logits": logits, "weights": weights, "state": state})

for layers in (1, 2):
    parameters = parameters_of_encoder(layers) | parameters_of_decoder(layers)
    values, state = read_source(parameters, layers)
    logits, weights = [], []
    for tokens in INPUTS.T:
        of_step, looked, state = decoder_step(parameters, tokens, values, state)
        logits.append(of_step)
        weights.append(looked)
    logits, weights = torch.stack(logits, dim=1), torch.stack(weights, dim=1)
    data_of(f"bahdanau_{layers}")
    outputs = {"logits": logits, "weights": weights, "loss": masked_loss(logits)}
    case(f"bahdanau_{layers}", parameters, outputs)

versions = f"Python {platform.python_version()}, PyTorch {torch.__version__}, NumPy {numpy.__version__}"
# One entry only: the order of several is another in every run.
metadata = {"made by": f"golden.py with {versions}"}
rounded = {name: tensor.float().contiguous() for name, tensor in tensors.items()}
save_file(rounded, Path(__file__).with_name("golden.safetensors"), metadata)
print(f"{len(tensors)} tensors, {sum(t.numel() for t in tensors.values())} numbers", metadata)
