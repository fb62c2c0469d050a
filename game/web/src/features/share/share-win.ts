import { drawWin, type Win, type WinTexts } from './draw-win.ts'
import { type ShareOutcome, shareLink, sharePicture } from './share.ts'

/**
 * Shares the picture of a win with the link of its round; only the link where the picture cannot be drawn.
 *
 * @param title - Text that the system's dialog and most apps show beside the picture.
 */
export async function shareWin(
  win: Win,
  texts: WinTexts,
  { title, url }: { title: string; url: string },
): Promise<ShareOutcome> {
  const picture = await drawWin(win, texts).catch(() => null)
  return picture === null ? shareLink({ title, url }) : sharePicture({ title, url }, picture)
}
