/** Origin of Safe{Wallet}. */
export const SAFE_WALLET_URL = 'https://app.safe.global'

/** Of safe-wallet-monorepo's `SafeAppIframe`. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-downloads allow-orientation-lock'

/** Methods of @safe-global/safe-apps-sdk 9.1.0. Safe ignores others. */
const METHODS = [
  'sendTransactions',
  'rpcCall',
  'getChainInfo',
  'getSafeInfo',
  'getTxBySafeTxHash',
  'getSafeBalances',
  'signMessage',
  'signTypedMessage',
  'getEnvironmentInfo',
  'getOffChainSignature',
  'requestAddressBook',
  'wallet_getPermissions',
  'wallet_requestPermissions',
]

/**
 * Renders a page that shows an app in a frame, with the checks and responses of safe-wallet-monorepo's `AppCommunicator` and
 * `useCustomAppCommunicator`: it reads the manifest first, and lets its user confirm or reject each request, or close it while
 * their wallet signs it. The functions `safeCall`, `safePropose` and `safeSign` of its window stand for Safe's services.
 */
export function renderSafeWallet(appUrl: string): string {
  const target = JSON.stringify(appUrl).replaceAll('<', '\\u003c')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Safe{Wallet} on this machine</title>
<style>html, body, iframe { margin: 0; width: 100%; height: 100%; border: 0 } body { display: grid; grid-template-rows: auto 1fr; background: #121312; color: #fff; font: 16px sans-serif } header { display: flex; gap: 12px; align-items: center; padding: 12px } button { font: inherit } #icon { width: 24px; height: 24px } [hidden] { display: none }</style>
</head><body>
<header><img id="icon" alt=""><b id="name"></b><span id="request" role="status"></span><button id="confirm" hidden>Confirm request</button><button id="reject" hidden>Reject request</button><button id="close" hidden>Close while signing</button></header>
<iframe title="App" sandbox="${SANDBOX}"></iframe>
<script>
const VERSION = '9.1.0'
const METHODS = ${JSON.stringify(METHODS)}
const frame = document.querySelector('iframe')
const find = (id) => document.getElementById(id)
const target = ${target}
const origin = new URL(target).origin
const respond = (message) => frame.contentWindow.postMessage({ ...message, version: VERSION }, origin)
let open = null
const show = (request) => {
  open = request
  find('request').textContent = request === null ? '' : request.params.txs === undefined ? 'Message' : request.params.txs.length + ' call(s)'
  for (const button of ['confirm', 'reject', 'close']) find(button).hidden = request === null
}
find('confirm').onclick = async () => {
  const { id, params } = open
  show(null)
  try {
    const { txs, message } = params
    const data = txs === undefined ? await window.safeSign(message) : { safeTxHash: await window.safePropose(txs) }
    respond({ id, success: true, data })
  }
  catch { respond({ id, success: false, error: 'Request failed' }) }
}
find('reject').onclick = () => {
  const { id } = open
  show(null)
  respond({ id, success: false, error: 'Transaction was rejected' })
}
find('close').onclick = async () => {
  const { params } = open
  find('reject').onclick()
  await window.safePropose(params.txs)
}
window.addEventListener('message', async ({ source, origin: from, data }) => {
  if (!data || source !== frame.contentWindow || from !== origin || !METHODS.includes(data.method)) return
  const { id, method, params, env } = data
  await window.safeSeen(method, env.sdkVersion)
  if (method === 'sendTransactions' || method === 'signMessage') return show({ id, params })
  try { respond({ id, success: true, data: await window.safeCall(method, params ?? null) }) }
  catch { respond({ id, success: false, error: 'Request failed' }) }
})
const base = origin + new URL(target).pathname.replace(/\\/$/, '')
fetch(base + '/manifest.json').then((response) => response.json()).then((manifest) => {
  find('name').textContent = manifest.name
  find('icon').src = base + manifest.icons.find(({ sizes }) => sizes.includes('any')).src
  frame.src = target
})
respond({ id: Math.random().toString(36).slice(2), success: true, data: { darkMode: true } })
</script>
</body></html>`
}
