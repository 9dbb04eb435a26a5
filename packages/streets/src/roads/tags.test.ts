import { describe, expect, it } from 'vitest'
import { carAccess, carBlocked, carDirections, footAccess, footBlocked } from './access.ts'
import { carSpeed, parseLimit, roadRank } from './speed.ts'

describe('speed limits', () => {
  it('reads numbers, miles and the named limits of any country', () => {
    expect(parseLimit('50')).toBe(50)
    expect(parseLimit('30 mph')).toBeCloseTo(48.28, 2)
    expect(parseLimit('30mph')).toBeCloseTo(48.28, 2)
    expect(parseLimit('60 km/h')).toBe(60)
    expect(parseLimit('AU:urban')).toBe(50)
    expect(parseLimit('RO:rural')).toBe(90)
    expect(parseLimit('walk')).toBe(7)
    expect(parseLimit('50;70')).toBe(50)
    expect(parseLimit('signals')).toBeNull()
    expect(parseLimit('0')).toBeNull()
    expect(parseLimit(undefined)).toBeNull()
  })

  it('drives a little under the limit, by direction, and never faster than a bus goes on such a road', () => {
    expect(carSpeed({ highway: 'secondary', maxspeed: '60' }).forward).toBeCloseTo(54)
    expect(carSpeed({ highway: 'secondary', maxspeed: '60', 'maxspeed:backward': '40' }).backward).toBeCloseTo(36)
    expect(carSpeed({ highway: 'motorway', maxspeed: 'none' }).forward).toBe(100)
    expect(carSpeed({ highway: 'residential', surface: 'gravel', maxspeed: '50' }).forward).toBe(30)
    expect(carSpeed({ highway: 'service', service: 'parking_aisle' }).forward).toBe(10)
    expect(carSpeed({ highway: 'residential' }).forward).toBeGreaterThan(carSpeed({ highway: 'living_street' }).forward)
  })

  it('ranks roads by importance, links below their road', () => {
    expect(roadRank({ highway: 'primary' })).toBeGreaterThan(roadRank({ highway: 'primary_link' }))
    expect(roadRank({ highway: 'service' })).toBe(0)
  })
})

describe('access by tag', () => {
  it('lets the more specific key decide over the general one', () => {
    expect(carAccess({ highway: 'residential', access: 'no', motor_vehicle: 'yes' })).toBe('open')
    expect(carAccess({ highway: 'residential', motor_vehicle: 'yes', psv: 'no' })).toBe('closed')
    expect(carAccess({ highway: 'residential', motor_vehicle: 'destination' })).toBe('destination')
    expect(carAccess({ highway: 'residential', access: 'unheard of' })).toBe('open')
    expect(carAccess({ highway: 'busway' })).toBe('open')
    expect(carAccess({ highway: 'service', maxheight: '2.1' })).toBe('closed')
    expect(carAccess({ highway: 'service', maxheight: `8'6"` })).toBe('open')
    expect(carAccess({ highway: 'construction' })).toBe('closed')
    expect(carAccess({ highway: 'primary', oneway: 'reversible' })).toBe('closed')
    expect(carAccess({ building: 'yes' })).toBe('closed')
    expect(footAccess({ highway: 'service', access: 'private', foot: 'yes' })).toBe('open')
    expect(footAccess({ railway: 'platform' })).toBe('open')
    expect(footAccess({ railway: 'rail' })).toBe('closed')
    expect(footAccess({ highway: 'primary', motorroad: 'yes' })).toBe('closed')
  })

  it('finds the directions that a service vehicle may drive', () => {
    expect(carDirections({ highway: 'motorway' })).toEqual({ forward: true, backward: false })
    expect(carDirections({ highway: 'motorway', oneway: 'no' })).toEqual({ forward: true, backward: true })
    expect(carDirections({ highway: 'residential', oneway: 'alternating' })).toEqual({ forward: true, backward: true })
    expect(carDirections({ highway: 'residential', oneway: 'yes', 'lanes:psv:backward': '1' }).backward).toBe(true)
    expect(carDirections({ highway: 'residential', 'oneway:bus': 'yes' }).backward).toBe(false)
  })

  it('finds what blocks the way', () => {
    expect(carBlocked({ barrier: 'bollard' })).toBe(true)
    expect(carBlocked({ barrier: 'bollard', bollard: 'rising' })).toBe(false)
    expect(carBlocked({ barrier: 'gate', access: 'private' })).toBe(true)
    expect(carBlocked({ barrier: 'lift_gate' })).toBe(false)
    expect(carBlocked({ barrier: 'height_restrictor', maxheight: '2' })).toBe(true)
    expect(carBlocked({ highway: 'crossing' })).toBe(false)
    expect(footBlocked({ barrier: 'bollard' })).toBe(false)
    expect(footBlocked({ barrier: 'gate', access: 'private' })).toBe(true)
    expect(footBlocked({ barrier: 'wall' })).toBe(true)
  })
})
