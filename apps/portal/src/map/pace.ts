/** Runs `step` in an animation frame when woken, and again only after a pause of so many ms. */
export const createPace = (step: (now: number) => void, pause: () => number) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = 0
  let last = -Infinity
  const run = (now: number): void => {
    frame = 0
    last = now
    step(now)
  }
  const start = (): void => {
    timer = undefined
    frame = requestAnimationFrame(run)
  }
  return {
    wake: (): void => {
      if (timer !== undefined || frame !== 0) return
      timer = setTimeout(start, Math.max(0, last + pause() - performance.now()))
    },
    stop: (): void => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
    },
  }
}
