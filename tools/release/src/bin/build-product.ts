import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildContracts, buildFrame, buildPhone, buildWebApp } from '@bullring/stack/build'
import { textProgress } from '@bullring/stack/progress'
import { repositoryRoot } from '@bullring/stack/repository-root'

/** Builds all that `npm start` would build. The checks compile contracts too, with the test contracts. */
const progress = textProgress((text) => process.stdout.write(`${text}\n`))
for (const folder of ['out', 'cache'])
  await rm(join(repositoryRoot, 'contracts', folder), { recursive: true, force: true })
await progress.step('contracts', buildContracts, String)
await progress.step('web app', buildWebApp, String)
await progress.step('wallet frame', buildFrame, String)
await progress.step('test wallet', buildPhone, String)
