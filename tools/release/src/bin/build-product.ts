import { buildContracts, buildFrame, buildPhone, buildWebApp } from '@bullring/stack/build'
import { textProgress } from '@bullring/stack/progress'

/** Builds all that `npm start` would build. */
const progress = textProgress((text) => process.stdout.write(`${text}\n`))
await progress.step('contracts', buildContracts, String)
await progress.step('web app', buildWebApp, String)
await progress.step('wallet frame', buildFrame, String)
await progress.step('test wallet', buildPhone, String)
