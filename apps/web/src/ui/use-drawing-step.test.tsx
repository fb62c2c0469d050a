import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useDrawingStep } from './use-drawing-step.ts'

const drawn: number[] = []

function Steps({ last }: { last: number }) {
  const step = useDrawingStep(last)
  drawn.push(step)
  return <output>{step}</output>
}

afterEach(() => {
  cleanup()
  drawn.length = 0
})

test('counts the drawings up to the last one', async () => {
  render(<Steps last={3} />)
  expect(await screen.findByText('3')).toBeDefined()
  expect(drawn).toEqual([0, 1, 2, 3])
})
