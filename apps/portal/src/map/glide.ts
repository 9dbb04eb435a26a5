import type { LngLat } from '@ambit/geo'

/** Where something is and which way it looks: degrees clockwise from north. */
export type Pose = { point: LngLat; bearing: number }

type Tween = { from: Pose; to: Pose; start: number; duration: number }

/** A vehicle that jumps farther than this many degrees was not seen driving: it is moved, not glided. */
const FAR = 0.02
const LONGEST = 1000

/**
 * Moves things smoothly between the poses that are reported for them: each glides from where it is shown to its newest
 * pose, for as long as its reports lie apart, at most a second. `now` in milliseconds of any steady clock.
 */
export const createGlide = (still: boolean) => {
  const tweens = new Map<number, Tween>()
  return {
    report: (id: number, to: Pose, now: number): void => {
      const before = tweens.get(id)
      if (before !== undefined && samePose(before.to, to)) return
      const from = before === undefined ? to : poseOf(before, now)
      const near = Math.hypot(to.point[0] - from.point[0], to.point[1] - from.point[1]) < FAR
      const apart = before === undefined ? 0 : now - before.start
      tweens.set(id, { from: near && !still ? from : to, to, start: now, duration: Math.min(LONGEST, apart) })
    },
    keepOnly: (ids: ReadonlySet<number>): void => {
      for (const id of tweens.keys()) if (!ids.has(id)) tweens.delete(id)
    },
    pose: (id: number, now: number): Pose | null => {
      const tween = tweens.get(id)
      return tween === undefined ? null : poseOf(tween, now)
    },
    moving: (now: number): boolean =>
      [...tweens.values()].some((tween) => !samePose(tween.from, tween.to) && now < tween.start + tween.duration),
  }
}

const samePose = (a: Pose, b: Pose): boolean =>
  a.point[0] === b.point[0] && a.point[1] === b.point[1] && a.bearing === b.bearing

const poseOf = ({ from, to, start, duration }: Tween, now: number): Pose => {
  const share = duration <= 0 ? 1 : Math.min(1, Math.max(0, (now - start) / duration))
  if (share === 1) return to
  // The shorter way round: from 350° to 10° is 20°, not 340°.
  const turn = ((((to.bearing - from.bearing) % 360) + 540) % 360) - 180
  return {
    point: [
      from.point[0] + (to.point[0] - from.point[0]) * share,
      from.point[1] + (to.point[1] - from.point[1]) * share,
    ],
    bearing: (from.bearing + turn * share + 360) % 360,
  }
}
