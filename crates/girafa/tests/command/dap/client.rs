//! A client of the debug adapter. It keeps received messages until a test asks for them.

use std::collections::{HashMap, VecDeque};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::schema::Schema;

/// Timeout of every wait.
const TIMEOUT: Duration = Duration::from_secs(60);

pub struct Client {
    /// The adapter, unless a player is the adapter.
    child: Option<Child>,
    output: Option<Box<dyn Write>>,
    stream: Option<TcpStream>,
    messages: Receiver<Value>,
    events: VecDeque<Value>,
    printed: String,
    pictures: HashMap<String, Vec<Value>>,
    schema: Schema,
    seq: i64,
    seen: i64,
}

fn command(directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_girafa"));
    command
        .current_dir(directory)
        .env_remove("GIRAFA_ROM")
        .env_remove("GIRAFA_BOOK")
        .env("XDG_DATA_HOME", directory.join("data"));
    command
}

impl Client {
    /// Starts an adapter that uses standard input and output.
    pub fn start(directory: &Path) -> Client {
        let mut child = command(directory)
            .arg("dap")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (output, input) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Client::new(Some(child), output, input)
    }

    /// Starts an adapter that listens on a port, and connects to it.
    pub fn connect(directory: &Path) -> Client {
        let mut child = command(directory)
            .args(["dap", "--listen", "0"])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut row = String::new();
        BufReader::new(child.stderr.take().unwrap())
            .read_line(&mut row)
            .unwrap();
        let address = row.trim().rsplit(' ').next().unwrap();
        let mut client = Client::at(address);
        client.child = Some(child);
        client
    }

    /// Connects to an adapter that listens.
    pub fn at(address: &str) -> Client {
        let stream = TcpStream::connect(address).unwrap();
        let kept = stream.try_clone().unwrap();
        let mut client = Client::new(None, stream.try_clone().unwrap(), stream);
        client.stream = Some(kept);
        client
    }

    fn new(child: Option<Child>, output: impl Write + 'static, input: impl Read + Send + 'static) -> Client {
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            let mut input = BufReader::new(input);
            while let Some(message) = read(&mut input) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Client {
            child,
            output: Some(Box::new(output)),
            stream: None,
            messages,
            events: VecDeque::new(),
            printed: String::new(),
            pictures: HashMap::new(),
            schema: Schema::new(),
            seq: 0,
            seen: 0,
        }
    }

    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let output = self.output.as_mut().unwrap();
        output.write_all(bytes).unwrap();
        output.flush().unwrap();
    }

    pub fn send_text(&mut self, text: &str) {
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    /// The body of the response to a request, which must succeed.
    pub fn ask(&mut self, command: &str, arguments: Value) -> Value {
        let response = self.response(command, &arguments);
        assert_eq!(response["success"], true, "{command} {arguments}: {response}");
        response["body"].clone()
    }

    /// Sends several requests at once, which must succeed.
    pub fn ask_together(&mut self, command: &str, arguments: &[Value]) {
        let first = self.seq + 1;
        let text = (first..).zip(arguments).map(|(seq, arguments)| {
            let request =
                json!({ "seq": seq, "type": "request", "command": command, "arguments": arguments });
            let request = request.to_string();
            format!("Content-Length: {}\r\n\r\n{request}", request.len())
        });
        self.send_bytes(text.collect::<String>().as_bytes());
        for arguments in arguments {
            self.seq += 1;
            let response = self.response_to(self.seq);
            assert_eq!(response["success"], true, "{command} {arguments}: {response}");
        }
    }

    /// The error message of a request, which must fail.
    pub fn refused(&mut self, command: &str, arguments: Value) -> String {
        let response = self.response(command, &arguments);
        assert_eq!(response["success"], false, "{command} {arguments}: {response}");
        response["message"].as_str().unwrap().to_owned()
    }

    fn response(&mut self, command: &str, arguments: &Value) -> Value {
        self.seq += 1;
        let request =
            json!({ "seq": self.seq, "type": "request", "command": command, "arguments": arguments });
        self.send_text(&request.to_string());
        self.response_to(self.seq)
    }

    /// The next response, which must be the one to this request.
    fn response_to(&mut self, seq: i64) -> Value {
        loop {
            let message = self.next();
            if message["type"] == "response" {
                assert_eq!(message["request_seq"], seq, "{message}");
                return message;
            }
        }
    }

    /// The body of the next event with this name.
    pub fn event(&mut self, name: &str) -> Value {
        let begun = Instant::now();
        loop {
            if let Some(at) = self.events.iter().position(|event| event["event"] == name) {
                return self.events.remove(at).unwrap()["body"].clone();
            }
            assert!(begun.elapsed() < TIMEOUT, "no {name}");
            self.next();
        }
    }

    /// The output of the program and the adapter since the last call.
    pub fn output(&mut self) -> String {
        std::mem::take(&mut self.printed)
    }

    pub fn wait_for_output(&mut self, text: &str) {
        while !self.printed.contains(text) {
            self.next();
        }
    }

    /// The pictures of these events since the last call: PNG files, or null if there is no picture any more.
    pub fn pictures(&mut self, event: &str) -> Vec<Value> {
        self.pictures.remove(event).unwrap_or_default()
    }

    /// The next message, checked against the schema.
    fn next(&mut self) -> Value {
        let message = self
            .messages
            .recv_timeout(TIMEOUT)
            .expect("a message within a minute");
        self.schema.check(&message);
        self.seen += 1;
        assert_eq!(message["seq"], self.seen);
        if message["event"] == "output" {
            self.printed += message["body"]["output"].as_str().unwrap();
        } else if let Some(png) = message["body"].get("png") {
            let event = message["event"].as_str().unwrap().to_owned();
            self.pictures.entry(event).or_default().push(png.clone());
        } else if message["type"] == "event" {
            self.events.push_back(message.clone());
        }
        message
    }

    /// Disconnects without a request.
    pub fn die(&mut self) {
        self.output = None;
        if let Some(stream) = self.stream.take() {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// Waits for the adapter to end, and returns its exit code.
    pub fn end(mut self) -> Option<i32> {
        let begun = Instant::now();
        while begun.elapsed() < TIMEOUT {
            if let Some(status) = self.child.as_mut()?.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn read(input: &mut impl BufRead) -> Option<Value> {
    let mut row = String::new();
    input.read_line(&mut row).ok()?;
    let length: usize = row.trim().strip_prefix("Content-Length: ")?.parse().ok()?;
    row.clear();
    input.read_line(&mut row).ok()?;
    let mut body = vec![0; length];
    input.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).unwrap())
}
