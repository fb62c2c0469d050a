import { fileURLToPath } from 'node:url'
import { nodeOptionsOf } from '@bullring/stack/node-options'
import { type Child, startChild } from '@bullring/stack/processes/child'
import * as z from 'zod/mini'

const Ready = z.object({ kind: z.literal('ready'), url: z.string() })

/** Starts a relay in its own process, which a test can kill. */
export async function startRelayProcess(
  variables: Readonly<Record<string, string>>,
  limits: { messagesPerTopic: number } | null = null,
): Promise<{ child: Child; url: string }> {
  const file = limits === null ? '../bin/relay.ts' : './limited-relay.ts'
  return await startProgram(
    [
      ...nodeOptionsOf('relay', variables),
      fileURLToPath(new URL(file, import.meta.url)),
      ...(limits === null ? [] : [JSON.stringify(limits)]),
    ],
    variables,
  )
}

/** Starts a program that reports the URL of its relay. */
export async function startProgram(
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<{ child: Child; url: string }> {
  const child = startChild({
    name: 'The relay',
    command: process.execPath,
    args: [...args],
    env: { PORT: '0', LOG_LEVEL: 'warn', ...variables },
    withIpc: true,
  })
  const ready = new Promise<string>((resolve) => {
    child.process.on('message', (message) => {
      const parsed = z.safeParse(Ready, message)
      if (parsed.success) resolve(parsed.data.url.replace('http', 'ws'))
    })
  })
  const url = await Promise.race([ready, child.exited.then(() => null)])
  if (url === null) throw new Error(child.lastOutput())
  return { child, url }
}
