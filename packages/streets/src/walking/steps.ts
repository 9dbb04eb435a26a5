/** Long work in steps of a few milliseconds: the caller decides when other work gets a turn. */
export type Steps<T> = Generator<void, T>

/** Runs all steps at once, for callers with nothing else to do. */
export const runSteps = <T>(steps: Steps<T>): T => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
