import { telegram } from '#browser/telegram.ts'

/** Outcome of an attempt to share. `cancelled`: the visitor closed the browser's own dialog. */
export type ShareOutcome = 'shared' | 'copied' | 'saved' | 'cancelled' | 'failed'

type Shared = { title: string; url: string }

/** Shares a link within Telegram, or by the system's dialog where there is one, else copies it. */
export async function shareLink({ title, url }: Shared): Promise<ShareOutcome> {
  if (shareByTelegram({ title, url })) return 'shared'
  const shared = await shareBySystem({ title, url })
  return shared ?? (await copyLink(url))
}

/** Shares a picture with its link by the system's dialog where that takes files, else saves the picture. */
export async function sharePicture({ title, url }: Shared, picture: File): Promise<ShareOutcome> {
  // Telegram shows the picture of the link's page.
  if (shareByTelegram({ title, url })) return 'shared'
  const shared = await shareBySystem({ title, url, files: [picture] })
  if (shared !== null) return shared
  saveFile(picture)
  return 'saved'
}

function shareByTelegram({ title, url }: Shared): boolean {
  return telegram()?.share({ url, text: title }) ?? false
}

/** Returns null where the browser cannot share `data`. */
async function shareBySystem(data: ShareData): Promise<ShareOutcome | null> {
  if (!isShareable(data)) return null
  try {
    await navigator.share(data)
    return 'shared'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'cancelled' : null
  }
}

/** `share` is missing outside secure contexts and on some desktops; browsers without `canShare` share no files. */
function isShareable(data: ShareData): boolean {
  if (typeof navigator.share !== 'function') return false
  return typeof navigator.canShare === 'function'
    ? navigator.canShare(data)
    : data.files === undefined
}

async function copyLink(url: string): Promise<ShareOutcome> {
  try {
    await navigator.clipboard.writeText(url)
    return 'copied'
  } catch {
    return 'failed'
  }
}

/** Time in which the browser starts to read the file. */
const READ_MS = 10_000

function saveFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), READ_MS)
}
