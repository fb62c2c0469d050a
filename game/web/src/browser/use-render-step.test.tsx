import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useRenderStep } from './use-render-step.ts'

const rendered: number[] = []

function Steps({ last }: { last: number }) {
  const step = useRenderStep(last)
  rendered.push(step)
  return <output>{step}</output>
}

afterEach(() => {
  cleanup()
  rendered.length = 0
})

test('counts renders up to the last step', async () => {
  render(<Steps last={3} />)
  expect(await screen.findByText('3')).toBeDefined()
  expect(rendered).toEqual([0, 1, 2, 3])
})
