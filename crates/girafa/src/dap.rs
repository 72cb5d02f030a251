//! `girafa dap`

use std::ffi::OsString;
use std::io::{self, BufReader, ErrorKind};
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use girafa_console::{Exit, eprint_line, message, usage};
use girafa_dap::{LaunchArguments, Launcher, Loaded};
use girafa_play::Player;
use girafa_session::cassette::Cassette;
use girafa_subject::Subject;
use girafa_subject::launch::Launch;

use crate::given::cassette;

/// Debug programs from an editor, by the Debug Adapter Protocol
#[derive(Args)]
#[command(after_help = girafa_console::HELP)]
pub struct Dap {
    /// Wait for one client at this address, such as 4711 or 127.0.0.1:4711, instead of using standard input and output
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<String>,
}

impl Dap {
    /// Serves one client.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let served = match &self.listen {
            None => girafa_dap::serve(BufReader::new(io::stdin()), &mut io::stdout().lock(), &Subjects),
            Some(address) => serve_at(address_of(address)?)?,
        };
        match served {
            // The client has gone: it wants no more.
            Err(error) if matches!(error.kind(), ErrorKind::BrokenPipe | ErrorKind::ConnectionReset) => {}
            served => served.context("what the client is sent")?,
        }
        Ok(Exit::Well)
    }
}

/// An address as it is given: a port alone is one of this machine, which nobody else can reach.
fn address_of(text: &str) -> anyhow::Result<SocketAddr> {
    let port = text
        .parse()
        .ok()
        .map(|port: u16| SocketAddr::from(([127, 0, 0, 1], port)));
    port.or_else(|| text.parse().ok()).ok_or_else(|| {
        usage(format_args!(
            "--listen {text}: give a port such as 4711, or an address such as 127.0.0.1:4711"
        ))
    })
}

fn serve_at(address: SocketAddr) -> anyhow::Result<io::Result<()>> {
    let listener = TcpListener::bind(address).map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => {
            anyhow::anyhow!("--listen {address}: another program is listening there; take another port")
        }
        _ => anyhow::Error::new(error).context(format!("--listen {address}")),
    })?;
    // Of port 0 the system has chosen another.
    eprint_line(format_args!(
        "girafa: waiting for a client at {}",
        listener.local_addr()?
    ));
    let (stream, _) = listener.accept().with_context(|| format!("--listen {address}"))?;
    // Another client is refused, not kept waiting.
    drop(listener);
    let mut output = stream.try_clone().context("the connection")?;
    Ok(girafa_dap::serve(BufReader::new(stream), &mut output, &Subjects))
}

/// Files and included programs, as all commands name them.
struct Subjects;

impl Launcher for Subjects {
    fn launch(&self, arguments: &LaunchArguments) -> Result<Loaded, String> {
        load(arguments).map_err(|error| message(&error))
    }

    fn keep(&self, arguments: &LaunchArguments, cassette: &Cassette) -> Result<String, String> {
        let Some(path) = &arguments.tape else {
            return Ok(
                "what SAVE saved was kept while the program ran: \"tape\" in launch names a file for it"
                    .to_owned(),
            );
        };
        girafa_files::rewrite(path, &cassette.tape().to_tap()).map_err(|error| message(&error.into()))?;
        Ok(format!("saved in {}", path.display()))
    }

    fn text(&self, path: &Path) -> Result<String, String> {
        let bytes = girafa_files::read(path).map_err(|error| message(&error.into()))?;
        String::from_utf8(bytes).map_err(|_| format!("{}: it is not UTF-8", path.display()))
    }
}

fn load(arguments: &LaunchArguments) -> anyhow::Result<Loaded> {
    let mut name = OsString::from(&arguments.program);
    if girafa_files::is_standard_input(Path::new(&name)) {
        return Err(usage(
            "standard input is the client's: give a file or the id of an included program",
        ));
    }
    if arguments.corrected {
        name = girafa_subject::corrected(&name)
            .ok_or_else(|| usage("corrected goes with the id of a listing: a file is run as it is"))?
            .into();
    }
    let resolved = girafa_subject::resolve(&name)?;
    let label = arguments.program.as_str();
    let launch = Launch {
        rom: arguments.rom.clone(),
        poke: arguments.poke,
        no_printer: arguments.no_printer,
    };
    if matches!(resolved.subject, Subject::Picture(_)) {
        return Err(usage("a picture has no program to debug"));
    }
    let read = [
        Some(PathBuf::from(&name)),
        girafa_subject::rom::named(arguments.rom.as_deref()),
    ];
    let read: Vec<&Path> = read.iter().flatten().map(PathBuf::as_path).collect();
    girafa_files::check_places(&read, [("tape", arguments.tape.as_deref())])?;
    let cassette = cassette(arguments.tape.as_deref(), "tape")?;
    let (mut launched, glyphs) = launch.run(label, &resolved.subject)?;
    let path = PathBuf::from(&name);
    let mut source = None;
    if matches!(resolved.subject, Subject::Program(_)) {
        // It has nothing but the program, which nobody has recorded.
        launched.machine.eject_tape();
        if path.is_file() {
            let text = girafa_files::read(&path)?;
            let path = std::path::absolute(&path).unwrap_or(path);
            source = String::from_utf8(text).ok().map(|text| (path, text));
        }
    }
    Ok(Loaded {
        player: Player::new(launched, glyphs).with_tape(cassette),
        source,
        notices: resolved
            .notices
            .iter()
            .map(|notice| notice.message(false))
            .collect(),
    })
}
