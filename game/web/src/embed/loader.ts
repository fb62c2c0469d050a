/**
 * `<script src="https://game.example/embed.js" data-market="BNB" data-theme="auto" data-language="en">`: puts the card of the
 * open round after itself, in a frame of the game's origin.
 */
const script = document.currentScript
if (script instanceof HTMLScriptElement) {
  const url = new URL('/embed', script.src)
  for (const [name, value] of Object.entries(script.dataset))
    url.searchParams.set(name, value ?? '')
  const frame = document.createElement('iframe')
  frame.src = url.href
  frame.title = `${url.searchParams.get('market') ?? ''} ${url.host}`.trim()
  frame.width = '320'
  frame.height = '224'
  frame.style.border = '0'
  frame.style.colorScheme = 'normal'
  frame.style.maxWidth = '100%'
  script.after(frame)
}
