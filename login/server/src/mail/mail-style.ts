/** Colours of the game in light: mail clients that ignore the style sheet show these. */
export const MAIL_COLOURS = {
  paper: '#f7f2e8',
  card: '#ffffff',
  line: '#e3d9c6',
  ink: '#1d1812',
  soft: '#5a4f41',
  amber: '#854800',
  wash: '#fcf0da',
  onAmber: '#ffffff',
} as const

/** Dark colours, for clients that know the media query. The others invert the light ones themselves. */
export const MAIL_STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
a { color: inherit }
@media (prefers-color-scheme: dark) {
  .paper { background: #17130d !important }
  .card { background: #221c14 !important; border-color: #443829 !important }
  .ink { color: #f6eee0 !important }
  .soft { color: #c3b5a0 !important; border-color: #443829 !important }
  .code { background: #3a2b14 !important; color: #f6eee0 !important }
  .button { background: #f0b45b !important; color: #1d1812 !important }
}
@media (max-width: 480px) { .card { padding: 24px 20px !important } }
`
