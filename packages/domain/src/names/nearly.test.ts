import { describe, expect, test } from 'vitest'
import { isNearlyNamed } from './nearly.ts'

const named = (full: string) => {
  const [first_name = '', ...last] = full.split(' ')
  return { first_name, last_name: last.join(' ') }
}
const nearly = (a: string, b: string): boolean => isNearlyNamed(named(a), named(b))

describe('a name', () => {
  test('is nearly another with typing errors, accents, hyphens or its parts the other way round', () => {
    expect(nearly('Maria Silva', 'Maria Silva')).toBe(true)
    expect(nearly('Maria Silva', 'maira sliva')).toBe(true)
    expect(nearly('Jürgen Müller', 'Jurgen Muller')).toBe(true)
    expect(nearly('Anne-Marie Fischer', 'Annemarie Fisher')).toBe(true)
    expect(nearly('Maria Silva', 'Silva Maria')).toBe(true)
    expect(nearly('Tom Baker', 'Tim Baker')).toBe(true)
  })

  test('is not nearly another where one of its parts is another one', () => {
    expect(nearly('Maria Silva', 'Marta Oliveira')).toBe(false)
    expect(nearly('Maria Silva', 'Peter Silva')).toBe(false)
    expect(nearly('Tom Baker', 'Ida Baker')).toBe(false)
    expect(nearly('Tom Baker', 'Tom')).toBe(false)
  })
})
