//! The pictures shown in an editor's panels.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::*;

/// Width, height and RGB samples of a picture.
fn dots(picture: &Value) -> (u32, u32, Vec<u8>) {
    let file = STANDARD.decode(picture.as_str().unwrap()).unwrap();
    let image = girafa_session::picture::image_of_png(&file).unwrap();
    (image.width, image.height, image.rgb)
}

#[test]
fn panels_get_what_has_changed() {
    let directory = directory(
        "10 BORDER 2\n15 PAUSE 2\n20 LPRINT \"papel\": PAUSE 1\n30 REM\n40 LPRINT \"mais\": PAUSE 1\n50 REM\n60 BORDER 1\n70 PAUSE 2\n",
    );
    let mut client = launched(&directory, json!({ "stopAtEnd": true }));
    assert!(client.pictures("girafaScreen").is_empty());
    client.ask("configurationDone", json!({}));
    stopped(&mut client, "entry");
    let first = client.pictures("girafaScreen");
    assert_eq!(first.len(), 1);
    let (width, height, pixels) = dots(&first[0]);
    assert!(width > 256 && height > 192 && pixels.len() == (width * height * 3) as usize);
    assert_eq!(pixels[..3], [215; 3]);

    // The border is red two frames after its statement, and unchanged before that.
    run(&mut client, "next");
    stopped(&mut client, "step");
    run(&mut client, "next");
    stopped(&mut client, "step");
    let red = client.pictures("girafaScreen");
    assert_eq!(dots(red.last().unwrap()).2[..3], [215, 0, 0]);
    run(&mut client, "stepBack");
    stopped(&mut client, "step");
    run(&mut client, "stepBack");
    stopped(&mut client, "step");
    assert_eq!(client.pictures("girafaScreen").last(), first.last());
    // An unchanged picture is not sent again.
    client.ask("evaluate", json!({ "expression": "1", "context": "watch" }));
    client.ask("threads", json!({}));
    assert!(client.pictures("girafaScreen").is_empty() && client.pictures("girafaPaper").is_empty());

    // The paper grows, and disappears on stepping back to before it was printed.
    breakpoints(&mut client, &directory, json!([{ "line": 4 }, { "line": 6 }]));
    run(&mut client, "continue");
    stopped(&mut client, "breakpoint");
    let one = client.pictures("girafaPaper").pop().unwrap();
    let (width, height, pixels) = dots(&one);
    assert_eq!((width, height), (256, 8));
    assert!(pixels.contains(&0) && pixels.contains(&255));
    run(&mut client, "continue");
    stopped(&mut client, "breakpoint");
    let two = client.pictures("girafaPaper").pop().unwrap();
    assert_eq!(dots(&two).1, 16);
    assert_eq!(dots(&two).2[..pixels.len()], pixels);
    run(&mut client, "reverseContinue");
    stopped(&mut client, "breakpoint");
    assert_eq!(client.pictures("girafaPaper"), [one]);
    run(&mut client, "reverseContinue");
    stopped(&mut client, "step");
    assert_eq!(client.pictures("girafaPaper"), [Value::Null]);

    // The last picture arrives before the session ends.
    breakpoints(&mut client, &directory, json!([]));
    run(&mut client, "continue");
    stopped(&mut client, "pause");
    assert_eq!(
        dots(&client.pictures("girafaScreen").pop().unwrap()).2[..3],
        [0, 0, 215]
    );
}

#[test]
fn a_running_program_sends_some_pictures_only() {
    let directory = directory("10 PRINT AT 0,0;PEEK 23672;PEEK 23673\n20 GO TO 10\n");
    let mut client = launched(&directory, json!({ "stopOnEntry": false }));
    client.ask("configurationDone", json!({}));
    let begun = Instant::now();
    let mut count = 0;
    while count < 5 {
        std::thread::sleep(Duration::from_millis(50));
        client.ask("threads", json!({}));
        count += client.pictures("girafaScreen").len();
    }
    run(&mut client, "pause");
    stopped(&mut client, "pause");
    let seconds = begun.elapsed().as_secs_f64();
    count += client.pictures("girafaScreen").len();
    assert!(
        (count as f64) < 2. + 10. * seconds,
        "{count} pictures in {seconds} s"
    );
}
