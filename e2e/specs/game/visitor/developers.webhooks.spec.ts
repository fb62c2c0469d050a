import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { freePort } from '@bullring/stack/processes/free-port'
import { expect } from '@playwright/test'
import { generatePrivateKey } from 'viem/accounts'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { test } from '../../../support/test.ts'

/** Runs a program of the page as its reader would, in a folder where viem is installed. */
function run(code: string, variables: Record<string, string>): ChildProcess {
  const args = ['--input-type=module', '--eval', code]
  const env = { PATH: process.env['PATH'], ...variables }
  return spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
}

async function outputOf({ stdout }: ChildProcess): Promise<string> {
  return Buffer.concat((await stdout?.toArray()) ?? []).toString()
}

test('the programs of the page register a webhook and receive what happens to a round', async ({
  page,
}) => {
  await page.goto('/developers#webhooks')
  const section = page.getByRole('region', { name: 'Webhooks' })
  await expect(section.getByRole('heading')).toBeInViewport()
  await expect(section.getByLabel('Example of an event')).toHaveValue(/"type": "round.settled"/)
  const [registration = '', receiver = ''] = await section.locator('pre').allTextContents()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  // Its last line prints the response as an object: as JSON here.
  const printed = registration.replace(/console\.log\((.*)\)$/, 'console.log(JSON.stringify($1))')
  const output = await outputOf(
    run(printed, { PRIVATE_KEY: generatePrivateKey(), WEBHOOK_URL: url }),
  )
  const { webhook, secret } = JSON.parse(output)
  expect(webhook).toMatchObject({ url, symbol: 'BNB', is_on: false })

  const server = run(receiver, { WEBHOOK_SECRET: secret, PORT: `${port}` })
  try {
    const lines: string[] = []
    createInterface(server.stdout ?? process.stdin).on('line', (line) => lines.push(line))
    await expect.poll(() => lines.join('\n')).toContain('"type":"webhook.test"')
    const chain = await openChainDriver()
    await chain.lockOpenRound(612_00000000n)
    await expect.poll(() => lines.join('\n')).toContain('"type":"round.locked"')
  } finally {
    server.kill()
    await once(server, 'exit')
  }
})
