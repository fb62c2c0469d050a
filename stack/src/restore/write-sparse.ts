import { open } from 'node:fs/promises'

const BLOCK = 4_096
const EMPTY = Buffer.alloc(BLOCK)

/**
 * Writes content to a new file without its empty blocks, which take no room on the disk: a file of the write-ahead log has
 * 16 MiB, most of them empty when a minute was quiet.
 */
export async function writeSparse(content: AsyncIterable<Buffer>, file: string): Promise<void> {
  await using handle = await open(file, 'wx', 0o600)
  let position = 0
  for await (const chunk of content) {
    for (let at = 0; at < chunk.length; ) {
      // Blocks of the file, whatever the chunks.
      const length = Math.min(BLOCK - ((position + at) % BLOCK), chunk.length - at)
      const block = chunk.subarray(at, at + length)
      if (!block.equals(EMPTY.subarray(0, length)))
        await handle.write(block, 0, length, position + at)
      at += length
    }
    position += chunk.length
  }
  await handle.truncate(position)
}
