/** Style of the mailbox page: the colours of the game, in light and dark. */
export const INBOX_STYLE = `
:root { color-scheme: light dark; --paper: #f7f2e8; --card: #fff; --line: #e3d9c6; --ink: #1d1812; --soft: #5a4f41;
  --amber: #854800; --wash: #fcf0da; --on-amber: #fff; --down: #bf3517 }
@media (prefers-color-scheme: dark) { :root { --paper: #17130d; --card: #221c14; --line: #443829; --ink: #f6eee0;
  --soft: #c3b5a0; --amber: #f0b45b; --wash: #3a2b14; --on-amber: #1d1812; --down: #ff8a6c } }
* { box-sizing: border-box; margin: 0 }
body { min-height: 100dvh; padding: clamp(1.25rem, 4vw, 3rem) 1rem 3rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif }
header, main { width: min(40rem, 100%); margin: 0 auto }
header { padding: 0 .25rem 1.25rem }
h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -.02em; font-weight: 650 }
header p { margin-top: .25rem; color: var(--soft); max-width: 34rem }
.offline header::after { content: 'Bullring is not running. This page continues when it is back.'; display: block;
  margin-top: .75rem; color: var(--down); font-weight: 600; font-size: .875rem }
ol { list-style: none; padding: 0; display: grid; gap: .875rem }
article { background: var(--card); border: 1px solid var(--line); border-radius: 20px; padding: 1.125rem 1.25rem }
.head { display: flex; gap: .75rem; justify-content: space-between; align-items: baseline }
h2 { font-size: 1.0625rem; line-height: 1.3; font-weight: 650; overflow-wrap: anywhere }
time { flex: none; color: var(--soft); font-size: .8125rem; font-variant-numeric: tabular-nums }
.to { color: var(--soft); font-size: .875rem; overflow-wrap: anywhere } .to strong { color: var(--ink); font-weight: 600 }
.code { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; justify-content: space-between; margin-top: .875rem;
  padding: .75rem .75rem .75rem 1.25rem; border-radius: 14px; background: var(--wash) }
output { font: 700 clamp(1.5rem, 7vw, 2rem)/1 ui-monospace, SFMono-Regular, Menlo, monospace; letter-spacing: .06em;
  white-space: nowrap }
button { flex: 1 0 8.5rem; max-width: 12rem; min-height: 2.75rem; padding: 0 1rem; border: 0; border-radius: 12px;
  background: var(--amber); color: var(--on-amber); font: inherit; font-weight: 600; cursor: pointer }
.link { margin-top: .875rem } .link a { display: inline-grid; align-items: center; min-height: 2.75rem; padding: 0 1.25rem;
  border-radius: 12px; background: var(--amber); color: var(--on-amber); font-weight: 600; text-decoration: none }
@media (max-width: 24rem) { .code { padding: .875rem } output { width: 100%; text-align: center } button { max-width: none } }
:focus-visible { outline: 3px solid var(--amber); outline-offset: 2px }
details { margin-top: .75rem } summary { cursor: pointer; color: var(--soft); font-size: .875rem; padding: .5rem 0;
  border-radius: 8px }
summary:hover { color: var(--ink) }
iframe { display: block; width: 100%; height: 34rem; margin-top: .5rem; border: 1px solid var(--line); border-radius: 14px;
  background: #fff }
pre { margin-top: .5rem; white-space: pre-wrap; overflow-wrap: anywhere; font: .875rem/1.5 ui-monospace, monospace }
.soft { color: var(--soft); font-size: .875rem; overflow-wrap: anywhere }
.empty { display: grid; gap: .5rem; justify-items: center; padding: 4rem 1.5rem; text-align: center; color: var(--soft);
  border: 1.5px dashed var(--line); border-radius: 20px }
.empty h2 { color: var(--ink) } .empty p { max-width: 24rem }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
@media (prefers-reduced-motion: no-preference) { .new { animation: arrive .2s ease-out } }
@keyframes arrive { from { opacity: 0; transform: translateY(-.5rem) } }
`
