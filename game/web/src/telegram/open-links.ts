import type { Bridge } from './bridge.ts'

/** Opens a link: one to a chat in Telegram, which old ones do by way of a browser. Returns whether Telegram knows how. */
export function openLink({ post }: Pick<Bridge, 'post'>, url: URL): boolean {
  const path_full = `${url.pathname}${url.search}`
  if (url.host === 't.me' && post('web_app_open_tg_link', { path_full })) return true
  return post('web_app_open_link', { url: url.href })
}

/** Opens links to other sites by Telegram: web views open no windows. Apps' links stay with the system. */
export function openLinksByTelegram(bridge: Bridge, page: Window): void {
  const openWindow = page.open.bind(page)
  const open = (address: string): boolean => {
    const url = URL.parse(address, page.location.href)
    if (url === null || !/^https?:$/.test(url.protocol)) return false
    return openLink(bridge, url)
  }
  page.open = (address = '', ...rest) =>
    `${address}` !== '' && open(`${address}`) ? null : openWindow(address, ...rest)
  page.document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null || event.defaultPrevented || event.button !== 0) return
    const isOther = link.target === '_blank' || link.origin !== page.location.origin
    if (isOther && open(link.href)) event.preventDefault()
  })
}
