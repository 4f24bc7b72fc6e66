//! Temporary.
#![allow(clippy::print_stdout, clippy::unwrap_used)]
use draughts::*;
use petrov_gen::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let rules = RuleSet::russian();
    let progress = Progress::default();
    let g = Generator {
        rules: &rules,
        folder: a[1].clone().into(),
        elsewhere: &|_, _| None,
        memory: 18 << 30,
        progress: &progress,
    };
    let plan = if let Ok(n) = a[2].parse() {
        Plan::up_to(n)
    } else {
        Plan::new(a[2..].iter().map(|c| c.parse::<MaterialClass>().unwrap()))
    };
    g.run(&plan, &mut |e| match e {
        Event::Written(w) => println!(
            "{} {} solve {:.2} pack {:.2} w {:.4} n {:.4} rss {}",
            w.class,
            w.values,
            w.solving.as_secs_f64(),
            w.packing.as_secs_f64(),
            w.outcome_bytes as f64 * 8.0 / w.values as f64,
            w.need_bytes as f64 * 8.0 / w.values as f64,
            std::fs::read_to_string("/proc/self/status")
                .unwrap()
                .lines()
                .find(|l| l.starts_with("VmHWM"))
                .unwrap()
                .to_owned()
        ),
        Event::Damaged(c, e) => println!("damaged {c} {e}"),
        _ => {}
    })
    .unwrap();
}
