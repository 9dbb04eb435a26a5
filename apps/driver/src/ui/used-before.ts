const YEAR_S = 31_536_000

/** Over HTTPS a cookie says by its name that it was set there (docs/security.md, 3.3.1). */
const isSecure = (): boolean => location.protocol === 'https:'
const mark = (): string => `${isSecure() ? '__Secure-' : ''}ambit-drive-used=1`

/**
 * That a driver has signed in on this phone. It is a cookie, which mostly stays where a browser clears what pages store, or
 * begins its storage anew because the files of it are broken.
 */
export const usedBefore = {
  is: (): boolean => document.cookie.split('; ').includes(mark()),
  note: (): void => {
    document.cookie = `${mark()}; path=/Drive; max-age=${YEAR_S}; samesite=strict${isSecure() ? '; secure' : ''}`
  },
}
