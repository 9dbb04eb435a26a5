import { setTimeout as nap } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSales } from './sales.ts'

/** Sales that begin and end as the test says. */
const openShop = (patience?: number) => {
  const sales = createSales(patience)
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const sell = (zones: number | readonly number[], name: string): Promise<string> => {
    const end = Promise.withResolvers<string>()
    ends.set(name, end)
    const sold = sales([zones].flat(), () => {
      begun.push(name)
      return end.promise
    })
    sold.catch(() => undefined) // awaited later
    return sold
  }
  return {
    sell,
    begun,
    end: (name: string) => ends.get(name)?.resolve(name),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  }
}

test('two sales of a zone are under way at once, the others follow in their order, and other zones do not wait', async () => {
  const { sell, begun, end } = openShop()
  const sold = ['a', 'b', 'c', 'd'].map((name) => sell(1, name))
  const other = sell(2, 'other')
  await nap(0)
  expect(begun).toEqual(['a', 'b', 'other'])
  end('b')
  await sold[1]
  await nap(0)
  expect(begun).toEqual(['a', 'b', 'other', 'c'])
  for (const name of ['a', 'c', 'other', 'd']) end(name)
  expect(await Promise.all([...sold, other])).toEqual(['a', 'b', 'c', 'd', 'other'])
})

test('a sale in several zones waits for its turn in each of them, in whichever order they are named, and counts once', async () => {
  const { sell, begun, end } = openShop()
  for (const name of ['a', 'b']) void sell(1, name)
  for (const name of ['c', 'd']) void sell(2, name)
  const both = [sell([1, 2, 1], 'there and back'), sell([2, 1], 'back and there')]
  end('a')
  await nap(0)
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  for (const name of ['b', 'c', 'd']) end(name)
  await nap(0)
  expect(begun.slice(4)).toEqual(['there and back', 'back and there'])
  for (const name of begun.slice(4)) end(name)
  expect(await Promise.all(both)).toEqual(['there and back', 'back and there'])
  const next = sell([1, 2], 'next')
  end('next')
  expect(await next).toBe('next')
})

test('a sale that fails lets the next one begin', async () => {
  const { sell, begun, end, fail } = openShop()
  const [first, , third] = [sell(1, 'a'), sell(1, 'b'), sell(1, 'c')]
  fail('a')
  await expect(first).rejects.toThrow('a')
  end('c')
  expect(await third).toBe('c')
  expect(begun).toEqual(['a', 'b', 'c'])
})

test('a sale that waits for too long is refused as by a lock, and the one after it takes its turn', async () => {
  const { sell, begun, end } = openShop(20)
  void sell(1, 'a')
  void sell(1, 'b')
  await expect(sell(1, 'late')).rejects.toMatchObject({ code: '55P03' })
  const next = sell(1, 'next')
  end('a')
  end('next')
  expect(await next).toBe('next')
  expect(begun).toEqual(['a', 'b', 'next'])
})
