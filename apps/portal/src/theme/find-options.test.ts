import { describe, expect, it } from 'vitest'
import { findOptions } from './find-options.ts'

const option = (label: string) => ({ value: label, label, disabled: false })
const zones = ['America/New_York', 'America/Sao_Paulo', 'Australia/Brisbane'].map(option)
const labels = (search: string, limit = Infinity) =>
  findOptions({ options: zones, search, limit }).map((item) => ('label' in item ? item.label : item.group))

describe('the search in a select', () => {
  it('finds a time zone by its words, however they are joined', () => {
    expect(labels('new york')).toEqual(['America/New_York'])
    expect(labels('new_york')).toEqual(['America/New_York'])
    expect(labels('america new')).toEqual(['America/New_York'])
  })
  it('ignores accents and limits the number of results', () => {
    expect(findOptions({ options: [option('Café Ritz')], search: 'cafe r', limit: 5 })).toHaveLength(1)
    expect(labels('', 2)).toEqual(['America/New_York', 'America/Sao_Paulo'])
  })
  it('keeps a group that holds a match', () => {
    const groups = [
      { group: 'North', items: [option('Quay'), option('Mill')] },
      { group: 'South', items: [option('Church')] },
    ]
    expect(findOptions({ options: groups, search: 'mill', limit: 9 })).toEqual([
      { group: 'North', items: [option('Mill')] },
    ])
  })
})
