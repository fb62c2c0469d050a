// Runs a project task with the required Node on a machine that only has npm and Node >= 20.19: installs
// Node 24 into this folder if the machine's Node is older, installs packages if they changed, runs the
// task and exits with its code. Files of this folder import only Node's own modules.
import { join } from 'node:path'
import { dropRefusedOptions } from './drop-refused-options.mjs'
import { findNode } from './find-node.mjs'
import { installAsOwner } from './install-as-owner.mjs'
import { InstallError, installPackages } from './install-packages.mjs'
import { linkNode } from './link-node.mjs'
import { root } from './root.mjs'
import { runTask } from './run-task.mjs'

const tasks = {
  start: 'stack/src/bin/start.ts',
  test: 'tools/checks/src/bin/test.ts',
  'test:repeat': 'tools/checks/src/bin/repeat.ts',
  check: 'tools/checks/src/bin/check.ts',
  setup: 'stack/src/bin/setup.ts',
  doctor: 'stack/src/bin/doctor.ts',
  backup: 'stack/src/bin/backup.ts',
  restore: 'stack/src/bin/restore.ts',
  upgrade: 'stack/src/bin/upgrade.ts',
  rotate: 'stack/src/bin/rotate.ts',
  deploy: 'contracts/scripts/deploy-market.ts',
  'deploy:names': 'contracts/scripts/deploy-names.ts',
  owner: 'contracts/scripts/owner.ts',
  cluster: 'lab/cluster/src/bin/cluster.ts',
  'try:packages': 'e2e/scripts/try-packages.ts',
  'try:strangers': 'e2e/scripts/try-strangers.ts',
  chaos: 'lab/cluster/src/bin/chaos.ts',
  release: 'tools/release/src/bin/release.ts',
}

function report(line) {
  process.stdout.write(`${line}\n`)
}

/** Returns a Node for the tasks, after their packages are installed. */
async function prepare(isProduct) {
  const node = await findNode(report)
  dropRefusedOptions(node.path, report)
  await installPackages({
    folder: root,
    node,
    title: 'packages',
    report,
    isProduct,
    finish: () => linkNode(node.path),
  })
  return node.path
}

function fail(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

/** Tasks of operators. They need no packages for development, and may run as root in a folder of the user who runs the service. */
const OPERATED = new Set([
  ...['start', 'setup', 'doctor', 'backup', 'restore', 'upgrade', 'rotate'],
  ...['deploy', 'deploy:names', 'owner'],
])

/** In place of a task: installs alone. */
const INSTALL = '--install'

const [name, ...args] = process.argv.slice(2)
const script = tasks[name]
if (script === undefined && name !== INSTALL) {
  fail(`Unknown task "${name}". Tasks: ${Object.keys(tasks).join(', ')}`)
}
try {
  if (OPERATED.has(name)) installAsOwner([process.argv[1], INSTALL], name)
  const node = await prepare(OPERATED.has(name) || name === INSTALL)
  if (script !== undefined) runTask(node, join(root, script), args)
} catch (error) {
  fail(error instanceof InstallError ? error.message : String(error.stack))
}
