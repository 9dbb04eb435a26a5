import { expect, test } from 'vitest'
import { SlowLoad } from './load-within.ts'
import { onceThere } from './once-there.ts'

/** One error that is shown three times; `false`: that showing is gone once the page is there. Answers with what asked to draw. */
const showThrice = async (wanted: boolean[]): Promise<boolean[]> => {
  const late = new SlowLoad(Promise.resolve())
  const drawn: boolean[] = []
  for (const isShown of wanted)
    await onceThere(late, () => {
      drawn.push(isShown)
      return isShown
    })
  return drawn
}

test('a late page whose error is shown again before it is drawn is not begun anew without end', async () => {
  expect(await showThrice([true, true, true])).toEqual([true])
})

test('a late page is drawn by the showing of its error that is still there', async () => {
  expect(await showThrice([false, true, true])).toEqual([false, true])
})

test('what fails after all is not drawn', async () => {
  let drawn = 0
  await onceThere(new SlowLoad(Promise.reject(new Error('gone'))), () => (drawn += 1) > 0)
  expect(drawn).toBe(0)
})
