import { expect, test } from 'vitest'
import { sampleWalks } from '../testing/samples.ts'
import { languages } from '../texts/say.ts'
import { walkingTexts } from '../texts/walking.ts'
import { stretchesOf, stretchIn } from './stretches.ts'

const { pickup, dropoff } = sampleWalks()
const arrive = (distance_m: number) => ({ kind: 'arrive' as const, street: '', distance_m })

test('a way on foot is told as what is walked from turn to turn, with the street and the metres of each', () => {
  expect(pickup && stretchesOf(pickup)).toEqual([
    { turn: 'begin', street: 'Harbour Road', stays: false, metres: 152 },
    { turn: 'left', street: 'Market Street', stays: false, metres: 78 },
    { turn: 'right', street: '', stays: false, metres: 10 },
  ])
  expect(dropoff && stretchesOf(dropoff)).toEqual([{ turn: 'begin', street: '', stays: false, metres: 98 }])
})

test('going straight on along the same street is no turn, and a turn that stays on the street is one', () => {
  const steps = [
    { kind: 'straight' as const, street: 'Quay', distance_m: 40 },
    { kind: 'slight_left' as const, street: 'Quay', distance_m: 60 },
    arrive(30),
  ]
  expect(stretchesOf({ path: [], begins: 'Quay', steps })).toEqual([
    { turn: 'begin', street: 'Quay', stays: false, metres: 100 },
    { turn: 'slight_left', street: 'Quay', stays: true, metres: 30 },
  ])
})

test('a way that only leads across the path has no steps', () => {
  expect(stretchesOf({ path: [], begins: 'Quay', steps: [arrive(3)] })).toEqual([])
})

const unnamed = { street: '', stays: false, metres: 80 }
const named = { ...unnamed, street: 'Quay' }

test.each([
  ['en', ['80 m along Quay', 'Left into Quay, 80 m', 'Left, still along Quay, 80 m', 'Left, 80 m']],
  ['de', ['Quay entlang, 80 m', 'Links auf Quay, 80 m', 'Links, weiter auf Quay, 80 m', 'Links, 80 m']],
  [
    'es',
    ['80 m por Quay', 'A la izquierda por Quay, 80 m', 'A la izquierda, siga por Quay, 80 m', 'A la izquierda, 80 m'],
  ],
] as const)('a stretch is said in the words of the language %s', (language, sentences) => {
  const said = [
    { ...named, turn: 'begin' as const },
    { ...named, turn: 'left' as const },
    { ...named, turn: 'left' as const, stays: true },
    { ...unnamed, turn: 'left' as const },
  ].map((stretch) => stretchIn(language, stretch, '80 m'))
  expect(said).toEqual(sentences)
})

test.each(languages)('each turn has words of its own in %s', (language) => {
  const words = Object.values(walkingTexts[language].turns)
  expect(new Set(words).size).toBe(words.length)
})
