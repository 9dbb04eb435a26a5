/** How a word of the data answers a typed one: `errors` letters are wrong, and `whole` when it is typed to its end. */
export type Fit = { errors: number; whole: boolean }
/** Words of the data by number, with how well each answers one typed word */
export type Fits = ReadonlyMap<number, Fit>

export type Vocabulary = {
  /** Words with a form that is the text, or begins with it when the word is `open` */
  exact: (text: string, open: boolean) => Fits
  /** The same with up to `most` letters wrong, missing, too many, or changed places with the next one */
  near: (text: string, open: boolean, most: number) => Fits
  has: (text: string) => boolean
}

/** The first place in the sorted list whose text is not before the given one. */
const placeOf = (sorted: readonly string[], text: string): number => {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle] < text) low = middle + 1
    else high = middle
  }
  return low
}

const sharedLetters = (a: string, b: string): number => {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length++
  return length
}

/** No form in the data is longer than this many letters once it is compared with errors. */
const LONGEST = 40

type Distances = {
  /** Fills the row of the form's letter number `depth` (from 1); answers its smallest value */
  step: (form: string, depth: number) => number
  /** Errors between the text and the form's first `depth` letters */
  at: (depth: number) => number
}

/** Optimal string alignment, one row for each letter of a form, kept for the forms that begin alike. */
const createDistances = (text: string): Distances => {
  const width = text.length + 1
  const rows = new Uint8Array(width * (LONGEST + 1))
  for (let column = 0; column < width; column++) rows[column] = column
  return {
    step: (form, depth) => {
      const [here, above] = [depth * width, (depth - 1) * width]
      const letter = form[depth - 1]
      let least = (rows[here] = depth)
      for (let column = 1; column < width; column++) {
        const same = text[column - 1] === letter
        let errors = Math.min(
          rows[above + column] + 1,
          rows[here + column - 1] + 1,
          rows[above + column - 1] + (same ? 0 : 1),
        )
        if (!same && depth > 1 && column > 1 && text[column - 2] === letter && text[column - 1] === form[depth - 2]) {
          errors = Math.min(errors, rows[above - width + column - 2] + 1)
        }
        rows[here + column] = errors
        if (errors < least) least = errors
      }
      return least
    },
    at: (depth) => rows[depth * width + width - 1],
  }
}

/** Prepares the look-up of words by their forms: `forms[n]` are the ways in which word number n is written. */
export const createVocabulary = (forms: readonly (readonly string[])[]): Vocabulary => {
  const wordsByForm = new Map<string, number[]>()
  forms.forEach((list, word) => {
    for (const form of list) {
      const known = wordsByForm.get(form)
      if (known) known.push(word)
      else wordsByForm.set(form, [word])
    }
  })
  const sorted = [...wordsByForm.keys()].toSorted((a, b) => (a < b ? -1 : 1))

  const put = (fits: Map<number, Fit>, form: string, fit: Fit): void => {
    for (const word of wordsByForm.get(form) ?? []) {
      const known = fits.get(word)
      const better = !known || fit.errors < known.errors || (fit.errors === known.errors && fit.whole && !known.whole)
      if (better) fits.set(word, fit)
    }
  }

  const near: Vocabulary['near'] = (text, open, most) => {
    const fits = new Map<number, Fit>()
    const distances = createDistances(text)
    // least[d]: the fewest errors of the text against the first d letters or fewer, or d alone where it is closed
    const least = new Uint8Array(LONGEST + 1).fill(most + 1)
    let [done, dead, before] = [0, LONGEST + 1, '']
    for (const form of sorted) {
      const shared = sharedLetters(before, form)
      // Beyond `dead` letters every continuation has too many errors, and this form begins with them.
      if (shared >= dead) continue
      before = form
      dead = LONGEST + 1
      done = Math.min(done, shared)
      const end = Math.min(form.length, LONGEST)
      for (let depth = done + 1; depth <= end && dead > LONGEST; depth++) {
        const smallest = distances.step(form, depth)
        least[depth] = Math.min(distances.at(depth), open ? least[depth - 1] : most + 1)
        done = depth
        if (smallest > most && least[depth] > most) dead = depth
      }
      if (dead > LONGEST && least[end] <= most) {
        put(fits, form, { errors: least[end], whole: distances.at(end) === least[end] })
      }
    }
    return fits
  }

  return {
    exact: (text, open) => {
      const fits = new Map<number, Fit>()
      if (!open) put(fits, text, { errors: 0, whole: true })
      else
        for (let at = placeOf(sorted, text); at < sorted.length && sorted[at].startsWith(text); at++) {
          put(fits, sorted[at], { errors: 0, whole: sorted[at] === text })
        }
      return fits
    },
    near,
    has: (text) => wordsByForm.has(text),
  }
}
