import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { api, idList, parseQuery, serializeQuery, textList } from './index.ts'

describe('the query grammar', () => {
  // covers: API-17
  test('nested keys travel as brackets and lists as commas', () => {
    const text = serializeQuery({ page: 2, filter: { zone: [4, 7], status: ['live'] }, search: 'Amelia Nguyen' })
    expect(decodeURIComponent(text)).toBe('?page=2&filter[zone]=4,7&filter[status]=live&search=Amelia+Nguyen')
  })

  test('unset values are not sent', () => {
    expect(serializeQuery({ page: undefined, search: '', filter: { zone: [], status: null } })).toBe('')
  })

  test('every query that is written is read back the same', () => {
    const word = fc.stringMatching(/^[a-z_]{1,8}$/)
    const value = fc.string({ minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(fc.dictionary(word, value), fc.dictionary(word, value), (plain, filter) => {
        const { filter: _, ...rest } = plain
        const read = parseQuery(serializeQuery({ ...rest, filter }).slice(1))
        expect({ ...read, filter: { ...(typeof read['filter'] === 'object' ? read['filter'] : {}) } }).toEqual({
          ...rest,
          filter,
        })
      }),
    )
  })

  test('malicious keys are treated as plain data', () => {
    const read = parseQuery('__proto__[admin]=1&filter[constructor]=2&a[b][c][d][e]=3')
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
    expect(read['a']).toBeUndefined()
    expect(read['filter']).toEqual({ constructor: '2' })
  })

  test('a list of ids refuses anything but ids', () => {
    expect(idList.parse('3, 4,,5')).toEqual([3, 4, 5])
    expect(idList.safeParse('3,four').success).toBe(false)
    expect(idList.safeParse('-1').success).toBe(false)
    expect(textList.parse(['a,b', 'c'])).toEqual(['a', 'b', 'c'])
  })

  test('a list endpoint accepts its own filters, orders and page sizes only', () => {
    const { query } = api.drivers.list
    expect(query.parse({})).toMatchObject({ page: 1, per_page: 25, search: '' })
    expect(query.parse({ filter: { approved: 'false' } }).filter?.approved).toBe(false)
    expect(query.safeParse({ filter: { colour: 'red' } }).success).toBe(false)
    expect(query.safeParse({ sort: '-password' }).success).toBe(false)
    expect(query.safeParse({ per_page: '1001' }).success).toBe(false)
    expect(query.safeParse({ page: '0' }).success).toBe(false)
  })
})
