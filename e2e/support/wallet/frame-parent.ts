import { PROJECT_ID } from '@bullring/stack/service-variables'
import { type BrowserContext, expect, type FrameLocator, type Page } from '@playwright/test'
import type { EmbeddedWalletStack } from '../stack/embedded-wallet-stack.ts'

/** A message of the wallet frame. */
type FrameMessage = { type: string; id?: string; payload?: unknown }

/** An app that exchanges raw messages with the frame, without our kit. */
export type FrameParent = {
  page: Page
  frame: FrameLocator
  /** Sends a request and returns its reply. */
  ask: (name: string, payload?: unknown) => Promise<FrameMessage>
  /** Loads the page and the frame again. */
  reload: () => Promise<void>
  /** Shows the frame as the modal does while the user decides. */
  show: () => Promise<void>
  hide: () => Promise<void>
  /** Everything the frame posted. */
  messages: () => Promise<readonly FrameMessage[]>
}

/**
 * Opens a page that embeds the frame. The default is a page of the game's origin without own scripts:
 * a page made up by the test would have no address, and Chromium lets such pages embed nothing of this machine.
 */
export async function openParent(
  context: BrowserContext,
  stack: EmbeddedWalletStack,
  url = `${stack.url}/healthz`,
): Promise<FrameParent> {
  const page = await context.newPage()
  await page.goto(url)
  await embedFrame(page, stack)
  const messages = (): Promise<readonly FrameMessage[]> => page.evaluate('received')
  return {
    page,
    frame: page.frameLocator('#w3m-iframe'),
    ask: async (name, payload) => {
      const id = crypto.randomUUID()
      await page.evaluate(
        ([request]) => {
          document
            .querySelector<HTMLIFrameElement>('#w3m-iframe')
            ?.contentWindow?.postMessage(request, '*')
        },
        [{ type: `@w3m-app/${name}`, id, payload }],
      )
      const reply = async () => (await messages()).find((message) => message.id === id)
      await expect.poll(reply, { message: `reply to ${name}`, timeout: 120_000 }).toBeDefined()
      return (await reply()) ?? { type: 'none' }
    },
    reload: async () => {
      await page.reload()
      await embedFrame(page, stack)
    },
    show: async () => {
      await page.evaluate("frame.style.display = 'block'")
    },
    hide: async () => {
      await page.evaluate("frame.style.display = 'none'")
    },
    messages,
  }
}

/** Waits until the frame is ready. */
export async function untilReady({ messages }: FrameParent): Promise<void> {
  const types = async () => (await messages()).map(({ type }) => type)
  await expect.poll(types).toContain('@w3m-frame/READY')
}

/** Waits for a mail to `address` that matches `pattern`, and returns the newest match. */
export async function readMail(
  { inboxUrl }: EmbeddedWalletStack,
  address: string,
  pattern: RegExp,
): Promise<string> {
  const url = `${inboxUrl}/mails.json?to=${encodeURIComponent(address)}`
  const find = async () => {
    const response = await fetch(url)
    const { mails }: { mails: readonly { text: string }[] } = await response.json()
    return mails.map(({ text }) => pattern.exec(text)?.[0]).find((match) => match !== undefined)
  }
  await expect.poll(find, { message: `mail to ${address}` }).toBeDefined()
  return (await find()) ?? ''
}

/** Embeds the frame, as an app's script would. */
async function embedFrame(page: Page, { frameUrl }: EmbeddedWalletStack): Promise<void> {
  const source = `${frameUrl}/sdk?projectId=${PROJECT_ID}&chainId=eip155:31337&version=4&enableLogger=true`
  await page.evaluate(`{
    globalThis.received = []
    addEventListener('message', ({ data }) => {
      if (typeof data?.type === 'string' && data.type.includes('@w3m-frame/')) received.push(data)
    })
    globalThis.frame = document.createElement('iframe')
    frame.id = 'w3m-iframe'
    frame.src = '${source}'
    frame.style = 'position:fixed; display:none; border:0; top:0; left:0; width:360px; height:600px'
    document.body.append(frame)
  }`)
}
