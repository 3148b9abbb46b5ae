//! A committed module for browsers, run without one.

use std::fs;
use std::io::Read;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use flate2::read::GzDecoder;
use wasmi::{Caller, Engine, Extern, Linker, Memory, Store, TypedFunc};

use crate::root;

#[derive(Default)]
struct Texts {
    request: Vec<u8>,
    answer: Vec<u8>,
}

/// A running module.
pub(super) struct Module {
    store: Store<Texts>,
    ask: TypedFunc<i32, i32>,
    give: Option<TypedFunc<i32, i32>>,
}

fn memory(caller: &Caller<'_, Texts>) -> Memory {
    let export = caller.get_export("memory");
    export.and_then(Extern::into_memory).unwrap()
}

impl Module {
    /// Starts the module of this name, and also returns its packed size.
    pub(super) fn committed(name: &str) -> (Self, usize) {
        let file = root().join(format!("theme/widgets/{name}.js"));
        let script = fs::read_to_string(file).unwrap();
        let text = script.split('"').nth(3).unwrap();
        let packed = BASE64_STANDARD.decode(text).unwrap();
        let mut bytes = Vec::new();
        GzDecoder::new(&*packed).read_to_end(&mut bytes).unwrap();

        let engine = Engine::default();
        let module = wasmi::Module::new(&engine, &bytes).unwrap();
        let mut linker = Linker::new(&engine);
        let write = |mut caller: Caller<'_, Texts>, at: u32| {
            let request = caller.data().request.clone();
            memory(&caller).write(&mut caller, at as usize, &request).unwrap();
        };
        let read = |mut caller: Caller<'_, Texts>, at: u32, length: u32| {
            let mut answer = vec![0; length as usize];
            memory(&caller).read(&caller, at as usize, &mut answer).unwrap();
            caller.data_mut().answer = answer;
        };
        let from = "typst_env";
        let [writing, reading] = ["write_args_to_buffer", "send_result_to_host"]
            .map(|function| format!("wasm_minimal_protocol_{function}"));
        linker.func_wrap(from, &writing, write).unwrap();
        linker.func_wrap(from, &reading, read).unwrap();
        let mut store = Store::new(&engine, Texts::default());
        let instance = linker.instantiate_and_start(&mut store, &module).unwrap();
        let ask = instance.get_typed_func(&store, "ask").unwrap();
        let give = instance.get_typed_func(&store, "give").ok();
        (Self { store, ask, give }, packed.len())
    }

    /// Gives a trained model to a module that needs one. Returns the answer, or the error of the
    /// module.
    pub(super) fn give(&mut self, packed: &[u8]) -> Result<String, String> {
        let give = self.give.expect("this module needs no model");
        self.call(give, packed)
    }

    /// Returns the answer, or the error of the module.
    pub(super) fn ask(&mut self, request: &str) -> Result<String, String> {
        self.call(self.ask, request.as_bytes())
    }

    fn call(&mut self, function: TypedFunc<i32, i32>, request: &[u8]) -> Result<String, String> {
        self.store.data_mut().request = request.to_owned();
        let failed = function.call(&mut self.store, request.len() as i32).unwrap();
        let answer = String::from_utf8(self.store.data().answer.clone()).unwrap();
        if failed == 0 { Ok(answer) } else { Err(answer) }
    }
}
