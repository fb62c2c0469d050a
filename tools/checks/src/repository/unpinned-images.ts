import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'

const FILES = ['Dockerfile', 'compose.yaml', 'ops/cluster/compose.yaml']
const IMAGE = /^ *(?:FROM |image: |ARG \w+_IMAGE=)(\S+)/gm
/** Declared by an `ARG` line. */
const ARGUMENT = /\$\{\w+_IMAGE\}$/
const PINNED = /@sha256:[0-9a-f]{64}$/

/** Returns the container images that are not pinned by digest: a tag may be moved to another image. */
export async function unpinnedImages(): Promise<readonly string[]> {
  const lists = await Promise.all(FILES.map(imagesIn))
  return lists.flat().filter((line) => !PINNED.test(line) && !ARGUMENT.test(line))
}

async function imagesIn(file: string): Promise<string[]> {
  const text = await readFile(join(repositoryRoot, file), 'utf8')
  return [...text.matchAll(IMAGE)].map(([, image]) => `${file}: ${image}`)
}
