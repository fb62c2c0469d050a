import type { FieldSchema } from './api-document.ts'

/** Returns the type of a field in the notation of TypeScript. */
export function typeText(schema: FieldSchema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? ''
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined)
    return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return [...new Set(choices.map(typeText))].join(' | ')
  if (schema.type === 'array') return listText(schema.items)
  return [schema.type ?? 'any'].flat().join(' | ')
}

function listText(items: FieldSchema | undefined): string {
  const text = items === undefined ? 'any' : typeText(items)
  return text.includes(' ') ? `(${text})[]` : `${text}[]`
}
