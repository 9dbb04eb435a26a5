const MARK = 'ambit-drive-used=1'
const YEAR_S = 31_536_000

/**
 * That a driver has signed in on this phone. It is a cookie, which mostly stays where a browser clears what pages store, or
 * begins its storage anew because the files of it are broken.
 */
export const usedBefore = {
  is: (): boolean => document.cookie.split('; ').includes(MARK),
  note: (): void => {
    document.cookie = `${MARK}; path=/Drive; max-age=${YEAR_S}; samesite=strict`
  },
}
