//! `girafa dap`

use std::ffi::OsString;
use std::io::{self, BufReader, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use girafa_cli_support::{Exit, Listings, listen, message, usage};
use girafa_dap::{LaunchArguments, Launcher, Loaded};
use girafa_loader::Target;
use girafa_loader::{launch, rom};
use girafa_session::cassette::Cassette;
use girafa_session::hardware::Hardware;
use girafa_session::key_script;
use girafa_session::request::{Loading, RunRequest};

use crate::input_options::cassette;

/// Serve the Debug Adapter Protocol, to debug programs in an editor
#[derive(Args)]
#[command(after_help = girafa_cli_support::HELP)]
pub struct Dap {
    /// Wait for one client at this address, such as 4711 or 127.0.0.1:4711, instead of using standard input
    /// and output
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<String>,
}

impl Dap {
    /// Serves one client.
    pub fn execute(self) -> anyhow::Result<Exit> {
        let served = match &self.listen {
            None => girafa_dap::serve(BufReader::new(io::stdin()), &mut io::stdout().lock(), &Subjects),
            Some(address) => serve_at(address)?,
        };
        match served {
            // The client has disconnected.
            Err(error) if matches!(error.kind(), ErrorKind::BrokenPipe | ErrorKind::ConnectionReset) => {}
            served => served.context("what the client is sent")?,
        }
        Ok(Exit::Success)
    }
}

fn serve_at(address: &str) -> anyhow::Result<io::Result<()>> {
    let listener = listen("girafa", address)?;
    let (stream, _) = listener.accept().with_context(|| format!("--listen {address}"))?;
    // Close the listener, so that other clients are refused instead of waiting.
    drop(listener);
    let mut output = stream.try_clone().context("the connection")?;
    Ok(girafa_dap::serve(BufReader::new(stream), &mut output, &Subjects))
}

/// Launches the targets that all commands accept: files and included programs.
struct Subjects;

impl Launcher for Subjects {
    fn launch(&self, arguments: &LaunchArguments) -> Result<Loaded, String> {
        load(arguments).map_err(|error| message(&error))
    }

    fn keep(&self, arguments: &LaunchArguments, cassette: &Cassette) -> Result<String, String> {
        let Some(path) = &arguments.tape else {
            return Ok(
                "the data written by SAVE is lost: set \"tape\" in the launch configuration to keep it"
                    .to_owned(),
            );
        };
        girafa_files::write(path, &cassette.tape().to_tap()).map_err(|error| message(&error.into()))?;
        Ok(format!("saved in {}", path.display()))
    }

    fn text(&self, path: &Path) -> Result<String, String> {
        Listings.text(path)
    }
}

fn load(arguments: &LaunchArguments) -> anyhow::Result<Loaded> {
    let mut name = OsString::from(&arguments.program);
    if girafa_files::is_standard_input(Path::new(&name)) {
        return Err(usage(
            "standard input belongs to the client: give a file or the id of an included program",
        ));
    }
    if arguments.corrected {
        name = girafa_loader::corrected(&name)
            .ok_or_else(|| usage("`corrected` applies to the id of a listing only: a file is run as it is"))?
            .into();
    }
    let resolved = girafa_loader::resolve(&name)?;
    let label = arguments.program.as_str();
    if matches!(resolved.target, Target::Picture(_)) {
        return Err(usage("a picture contains no program to debug"));
    }
    let read = [
        Some(PathBuf::from(&name)),
        girafa_loader::rom::named(arguments.rom.as_deref()),
    ];
    let read: Vec<&Path> = read.iter().flatten().map(PathBuf::as_path).collect();
    girafa_files::check_places(&read, [("tape", arguments.tape.as_deref())])?;
    let request = RunRequest {
        loading: if arguments.poke {
            Loading::Poke
        } else {
            Loading::Instant
        },
        answers: arguments.answers.clone(),
        keys: key_script::parse(&arguments.keys).map_err(|error| usage(format_args!("keys: {error}")))?,
        tape: Some(cassette(arguments.tape.as_deref(), "tape")?),
        hardware: Hardware {
            printer: !arguments.no_printer,
            late: arguments.late,
            pace: arguments.pace,
        },
        ..RunRequest::default()
    };
    let rom = rom::load(arguments.rom.as_deref())?;
    let start = match arguments.no_debug {
        true => launch::start,
        false => launch::start_recorded,
    };
    let (driver, of_snapshot) = start(label, &resolved.target, &rom, request)?;
    let path = PathBuf::from(&name);
    let mut source = None;
    if matches!(resolved.target, Target::Program(_)) && path.is_file() {
        let text = girafa_files::read(&path)?;
        let path = std::path::absolute(&path).unwrap_or(path);
        source = String::from_utf8(text).ok().map(|text| (path, text));
    }
    Ok(Loaded {
        driver,
        source,
        notices: resolved
            .notices
            .iter()
            .chain(&of_snapshot)
            .map(|notice| notice.message(false))
            .collect(),
    })
}
