/** Script of the mailbox page: local times, the copy buttons, and new mails once they arrive. */
export const INBOX_SCRIPT = `
'use strict'
const POLL_MS = 1500
const list = () => document.getElementById('mails')
const say = (text) => { document.getElementById('status').textContent = text }

function localize(root) {
  for (const time of root.querySelectorAll('time')) {
    time.textContent = new Date(time.dateTime).toLocaleTimeString(undefined, { timeStyle: 'medium' })
  }
}

async function copy(button) {
  const { copy: code } = button.dataset
  try {
    await navigator.clipboard.writeText(code)
    button.textContent = 'Copied'
    say('Code ' + code.split('').join(' ') + ' copied')
  } catch {
    getSelection().selectAllChildren(button.previousElementSibling)
    button.textContent = 'Press Ctrl C'
  }
  setTimeout(() => { button.textContent = 'Copy code' }, 2000)
}

async function refresh() {
  if (document.hidden) return
  const current = list()
  const response = await fetch('/dev/inbox/mails.json', { cache: 'no-store' })
  const { mails } = await response.json()
  const newest = mails[0]?.id ?? ''
  document.body.classList.remove('offline')
  if (newest === current.dataset.newest) return
  const page = await (await fetch('/dev/inbox', { cache: 'no-store' })).text()
  const next = new DOMParser().parseFromString(page, 'text/html').getElementById('mails')
  localize(next)
  // Entries on the page are kept, so that open mails stay open.
  for (const item of next.querySelectorAll('li')) {
    const known = document.getElementById(item.id)
    if (known !== null) item.replaceWith(known)
    else item.classList.add('new')
  }
  current.replaceWith(next)
  say('New mail: ' + (mails[0]?.subject ?? ''))
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-copy]')
  if (button !== null) void copy(button)
})
localize(document)

async function poll() {
  await refresh().catch(() => document.body.classList.add('offline'))
  setTimeout(poll, POLL_MS)
}
void poll()
document.addEventListener('visibilitychange', () => { void refresh().catch(() => undefined) })
`
