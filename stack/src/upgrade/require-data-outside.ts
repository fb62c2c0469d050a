import { realpath } from 'node:fs/promises'
import { isAbsolute, relative } from 'node:path'
import { StackError } from '../errors.ts'
import type { Installation } from './installation.ts'

/**
 * Checks that the next version, in another folder, finds the data of the installed one.
 *
 * @param dataDir - DATA_DIR of the installation.
 * @throws {StackError} when it would start on an empty database.
 */
export async function requireDataOutside(
  dataDir: string | undefined,
  { link, versions }: Installation,
): Promise<void> {
  const advice =
    'Stop the product, move its data folder to a place such as /var/lib/bullring/data, set DATA_DIR to it, and start the product again.'
  if (!dataDir || !isAbsolute(dataDir))
    throw new StackError(
      `DATA_DIR is ${dataDir ? 'no absolute path' : 'not set'}, so the next version would start without the data of this one. ${advice}`,
    )
  const data = await realpath(dataDir).catch(() => dataDir)
  for (const place of [link, versions, await realpath(link).catch(() => link)])
    for (const path of [dataDir, data])
      if (isWithin(path, place))
        throw new StackError(
          `The data folder ${dataDir} is inside the installed version, which an upgrade replaces. ${advice}`,
        )
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith('../')
}
