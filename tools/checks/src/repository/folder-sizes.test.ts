import { expect, test } from 'vitest'
import { largeFolders } from './folder-sizes.ts'

const files = (folder: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${folder}/${index}.ts`)

test('a folder may have 25 files, those of the folders inside not counted', () => {
  expect(largeFolders([...files('a', 25), ...files('a/b', 25)])).toEqual([])
})

test('error: a folder with 26 files is named with its count', () => {
  expect(largeFolders([...files('a', 26), ...files('a/b', 3)])).toEqual([
    'a has 26 files, more than 25',
  ])
})
