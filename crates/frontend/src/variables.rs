//! The program's variables as rows of text.

use girafa_inspect::variables::{self, Number, Value, Variable};
use girafa_spectrum::Spectrum;

/// The mark for omitted text at the end of a row.
const ELLIPSIS: &str = "...";

/// The variables of the program in `machine`, in order of creation: at most `height` rows of at most `width`
/// characters. If there are more, the last row says how many.
pub fn rows(machine: &Spectrum, width: usize, height: usize) -> Vec<String> {
    let all = variables::of_machine(machine);
    let shown = if all.len() > height {
        height.saturating_sub(1)
    } else {
        all.len()
    };
    let mut rows: Vec<String> = all[..shown].iter().map(|variable| row(variable, width)).collect();
    if rows.len() < height {
        match all.len() - shown {
            0 if all.is_empty() => rows.push("no variables".to_owned()),
            0 => {}
            left => rows.push(format!("{ELLIPSIS} {left} more")),
        }
    }
    rows.iter_mut().for_each(|row| cut(row, width));
    rows
}

fn row(variable: &Variable, width: usize) -> String {
    let name = &variable.name;
    match &variable.value {
        Value::Number { value } => format!("{name} = {value}"),
        Value::String { value } => format!("{name} = {}", quoted(value, width)),
        Value::For {
            value, limit, step, ..
        } => {
            let step = match step.to_string() {
                step if step == "1" => String::new(),
                step => format!(" STEP {step}"),
            };
            format!("{name} = {value} TO {limit}{step}")
        }
        Value::Numbers { dimensions, values } => {
            array(name, dimensions, values.iter().map(Number::to_string), width)
        }
        Value::Characters { dimensions, values } => array(
            name,
            dimensions,
            values.iter().map(|text| quoted(text, width)),
            width,
        ),
    }
}

/// An array's size and as many elements as fit.
fn array(name: &str, dimensions: &[u16], values: impl Iterator<Item = String>, width: usize) -> String {
    let sizes: Vec<String> = dimensions.iter().map(u16::to_string).collect();
    let mut row = format!("{name}({})", sizes.join(","));
    let mut before = " = ";
    for value in values {
        row.push_str(before);
        row.push_str(&value);
        before = ", ";
        if row.chars().count() > width {
            break;
        }
    }
    row
}

/// A text in quotes, truncated to the width.
fn quoted(text: &str, width: usize) -> String {
    let seen: String = text.chars().take(width + 1).collect();
    format!("\"{}\"", seen.replace('"', "\"\""))
}

fn cut(row: &mut String, width: usize) {
    if row.chars().count() > width {
        let kept = width.saturating_sub(ELLIPSIS.len());
        *row = row
            .chars()
            .take(kept)
            .chain(ELLIPSIS.chars())
            .take(width)
            .collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use girafa_basic::tokenise::{self, Options};
    use girafa_session::boot::Boot;
    use girafa_session::boot::StartCommand;
    use girafa_session::emulator::Emulator;
    use girafa_session::launch;

    fn shown(source: &str, width: usize, height: usize) -> Vec<String> {
        let boot = Boot::new(&girafa_rom::girafa48()).unwrap();
        let program = tokenise::program(source, &Options::default()).unwrap().program;
        let launched = launch::program(&boot, &program, StartCommand::Run).unwrap();
        let mut player = Emulator::new(launched, boot.glyphs);
        (0..150).for_each(|_| player.advance());
        rows(player.machine(), width, height)
    }

    const VARIABLES_PROGRAM: &str = "10 LET n=-1.5: LET a$=\"x\"\"y\": DIM v(2,3): LET v(1,2)=7: DIM t$(2,3): LET t$(2)=\"abc\"\n\
        20 FOR i=1 TO 9 STEP 2: FOR j=1 TO 3: LET total=0\n30 STOP";

    #[test]
    fn each_kind_has_its_row() {
        let expected = [
            "n = -1.5",
            "a$ = \"x\"\"y\"",
            "v(2,3) = 0, 7, 0, 0, 0, 0",
            "t$(2,3) = \"   \", \"abc\"",
            "i = 1 TO 9 STEP 2",
            "j = 1 TO 3",
            "total = 0",
        ];
        assert_eq!(shown(VARIABLES_PROGRAM, 32, 20), expected);
        assert_eq!(
            shown(VARIABLES_PROGRAM, 12, 3),
            ["n = -1.5", "a$ = \"x\"\"y\"", "... 5 more"]
        );
        assert_eq!(shown(VARIABLES_PROGRAM, 12, 4)[2], "v(2,3) = ...");
        assert_eq!(shown("10 STOP", 32, 20), ["no variables"]);
        assert!(shown(VARIABLES_PROGRAM, 2, 0).is_empty());
    }
}
