import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '@ambit/contract'
import { refusal } from '../testing/refusal.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`
const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')
const add = (content: string | Buffer) =>
  server.client('administrator').call(api.settings.addLogo, { body: { content: base64(content) } })
const alex = (app: object) => server.client('administrator').call(api.settings.update, { body: { app } })
const sentenceOf = async (call: Promise<unknown>) => (await refusal(call)).errors[0]!.detail

// covers: OPS-35
test('a logo is kept by what it holds, is public once it is named, and is served so that nothing in it runs', async () => {
  const drawn = svg('<style>.a{fill:url(#g)}</style><linearGradient id="g"/><path class="a" d="M0 0h9v9z"/>')
  const { data } = await add(drawn)
  expect((await add(drawn)).data).toEqual(data)
  await alex({ logoLight: data.digest })
  expect((await server.publicClient().call(api.settings.show)).data.app).toMatchObject({
    logoLight: data.digest,
    logoDark: null,
  })
  const answer = await fetch(`${server.url}/logos/${data.digest}`)
  expect(await answer.text()).toBe(drawn)
  expect(answer.headers.get('content-type')).toContain('image/svg+xml')
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect((await fetch(`${server.url}/logos/${'0'.repeat(64)}`)).status).toBe(404)
  expect(await sentenceOf(alex({ logoDark: '0'.repeat(64) }))).toBe('There is no such logo')
})

// covers: OPS-35
test.each([
  ['a script', svg('<script>alert(1)</script>'), 'The logo has a script in it'],
  ['a handler', svg('<g onload="alert(1)"/>'), 'The logo has a script in it'],
  ['a page', svg('<foreignObject/>'), 'The logo has the element foreignObject, which does not draw'],
  ['a link to a program', svg('<use href="javascript:alert(1)"/>'), 'The logo refers to another file'],
  ['a file of elsewhere', svg('<image href="https://example.org/a.png"/>'), 'The logo refers to another file'],
  ['a style of elsewhere', svg('<style>@import "https://example.org"</style>'), 'The logo refers to another file'],
  ['an animation of a link', svg('<set attributeName="href"/>'), 'The logo has the element set, which does not draw'],
  ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`, 'The logo declares entities'],
  ['a page instead', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'Please choose an SVG or a PNG'],
  ['no markup', 'GIF89a', 'Please choose an SVG or a PNG'],
  ['half of it', svg('').slice(0, -3), 'Please choose an SVG or a PNG'],
])('a logo with %s is refused in words', async (_, content, words) => {
  expect(await sentenceOf(add(content))).toBe(words)
})

// covers: OPS-35
test('a PNG of 200 kB is taken and one byte more is not', async () => {
  const png = Buffer.alloc(200_001)
  png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  expect((await add(png.subarray(0, 200_000))).data.media_type).toBe('image/png')
  expect(await sentenceOf(add(png))).toBe('The logo may have at most 200 kB')
})

// covers: OPS-35
test('a colour on which white words cannot be read is refused with its contrast', async () => {
  expect(await sentenceOf(alex({ brandColor: { h: 60, s: 100, l: 50 } }))).toMatch(
    /^White words on it have a contrast of 1 : 1/,
  )
  await alex({ brandColor: { h: 236, s: 100, l: 63 } })
})
