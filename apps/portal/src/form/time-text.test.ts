import { expect, test } from 'vitest'
import { timesFitting, timesMeant } from './time-text.ts'

test('a time is read however it is typed', () => {
  expect(
    ['9:00 am', '9:00am', '9am', '900am', '9.00 a.m.', '09:00', '0900', ' 9:00 AM '].filter(
      (text) => timesMeant(text).join() !== '09:00',
    ),
  ).toEqual([])
  expect(['9:05 pm', '905pm', '21:05', '21.05', '2105'].filter((text) => timesMeant(text).join() !== '21:05')).toEqual(
    [],
  )
  expect(timesMeant('12 am')).toEqual(['00:00'])
  expect(timesMeant('12pm')).toEqual(['12:00'])
  expect(timesMeant('noon')).toEqual(['12:00'])
  expect(timesMeant('midnight')).toEqual(['00:00'])
})

test('an hour without am or pm means both', () => {
  expect(timesMeant('9')).toEqual(['09:00', '21:00'])
  expect(timesMeant('7:30')).toEqual(['07:30', '19:30'])
  expect(timesMeant('12')).toEqual(['00:00', '12:00'])
})

test('a text that is no time means none', () => {
  expect(
    ['', 'soon', '25:00', '9:60', '13 pm', '0 am', '9:5', '-9', '9 am or so'].filter(
      (text) => timesMeant(text).join() !== '',
    ),
  ).toEqual([])
})

test('the times that are meant exactly come before those that only begin alike', () => {
  const offered = ['01:00', '09:00', '09:05', '10:00', '10:05', '13:00', '21:00', '21:05']
  expect(timesFitting('1', offered)).toEqual(['01:00', '13:00', '10:00', '10:05'])
  expect(timesFitting('9:0', offered)).toEqual(['09:00', '09:05', '21:00', '21:05'])
  expect(timesFitting('9 p', offered)).toEqual(['21:00'])
  expect(timesFitting('', offered)).toEqual(offered)
  expect(timesFitting('tea', offered)).toEqual([])
})
