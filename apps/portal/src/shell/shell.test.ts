import type { Settings } from '@ambit/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pageTitle } from '../ui/page-title.ts'
import { loadWithin } from '../ui/load-within.ts'
import { newestOf } from './changelog.ts'
import { menuFor, pathOf } from '../navigation/menu.ts'

type Item = Settings['modules'][number]['items'][number]
const item = (name: string, change: Partial<Item> = {}): Item => ({
  name,
  menuName: name,
  shippedName: name,
  path: `/${name}`,
  icon: '',
  enabled: true,
  mainMenu: true,
  globalSearchEnabled: false,
  brand: null,
  permission: `${name}:x:canRead`,
  ...change,
})
const all = { brand: 'a' as const, can: (_key: string) => true, hasPage: () => true }

// covers: SHELL-26, SHELL-28..31, PERM-65
test('the menu shows items that are enabled, switched on, of this brand and readable', () => {
  const groups = [
    {
      groupName: 'Resources & Passengers',
      items: [
        item('Drivers'),
        item('Off', { enabled: false }),
        item('Hidden', { mainMenu: false }),
        item('OtherBrand', { brand: 'b' }),
        item('OwnBrand', { brand: 'a', path: 'OwnBrand' }),
      ],
    },
    { groupName: 'System', items: [item('Users')] },
  ]
  const names = (viewer: Partial<typeof all>) =>
    menuFor(groups, { ...all, ...viewer }).map((group) => [group.name, group.items.map((entry) => entry.name)])
  expect(names({})).toEqual([
    ['Resources & Passengers', ['Drivers', 'OwnBrand']],
    ['System', ['Users']],
  ])
  expect(names({ can: (key: string) => key !== 'Users:x:canRead' })).toHaveLength(1)
  expect(pathOf({ path: 'OwnBrand' })).toBe('/OwnBrand')
})

// covers: SHELL-21, SHELL-22
test('a page title names the route and the product', () => {
  expect(pageTitle('Drivers', 'Ambit')).toBe('Drivers · Ambit')
  expect(pageTitle(undefined, 'Ambit')).toBe('Operations portal')
})

test('the newest released version of the changelog is shown', () => {
  const text = '# Changelog\n\n## [Unreleased]\n- soon\n\n## 0.2.0\n- new\n\n## 0.1.0\n- old\n'
  expect(newestOf(text)).toBe('## 0.2.0\n- new')
  expect(newestOf('## Unreleased\n- soon')).toBe('## Unreleased\n- soon')
})

// covers: SHELL-71, VERCHK-21
test('a page whose code loads too slowly is reported, and its download continues', async () => {
  let finish: (value: string) => void = () => {}
  const download = new Promise<string>((resolve) => {
    finish = resolve
  })
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const outcome = Promise.allSettled([loadWithin(() => download)])
  let late = false
  void outcome.then(() => (late = true))
  await vi.advanceTimersByTimeAsync(2999)
  expect(late).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  const [{ reason }] = (await outcome) as [PromiseRejectedResult] // it does not come
  expect(reason).toHaveProperty('message', expect.stringContaining('taking a long time'))
  finish('page')
  await expect(loadWithin(() => download, 10)).resolves.toBe('page')
})
