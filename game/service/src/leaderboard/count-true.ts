/** Counts the first of `length` places for which `isTrue` holds; it holds for none after one for which it does not. */
export function countTrue(length: number, isTrue: (at: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (isTrue(middle)) low = middle + 1
    else high = middle
  }
  return low
}
