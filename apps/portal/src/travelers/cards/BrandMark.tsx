import type { CardBrand } from '@ambit/contract'
import { cardStrings as words } from './strings.ts'

/** Drawn for this product: a plain sign for each brand. A brand without one has a neutral card. */
const marks: Partial<Record<CardBrand, React.ReactNode>> = {
  visa: (
    <>
      <rect width="36" height="24" rx="4" fill="#1f3a8a" />
      <g fill="none" stroke="#fff" strokeWidth="2.2" strokeLinejoin="round" strokeLinecap="round">
        <path d="m6 8.5 2.6 7 3-7" />
        <path d="m15 8.5-1.2 7" />
        <path d="M22 9.2c-1-.9-4-1-4 .7 0 1.9 3.4 1.5 3.2 3.6-.2 1.9-3.3 1.8-4.4.7" />
        <path d="m24 15.5 3.6-7 2 7m-4.2-2.400h3.4" />
      </g>
    </>
  ),
  amex: (
    <>
      <rect width="36" height="24" rx="4" fill="#0b6bb5" />
      <g fill="none" stroke="#fff" strokeWidth="1.7" strokeLinejoin="round" strokeLinecap="round">
        <path d="m4 15.5 2.5-7 2.5 7m-4.1-2.300h3.2" />
        <path d="M11.5 15.500v-7l2.8 4 2.8-4v7" />
        <path d="M24 8.500h-4v7h4m-4-3.500h3.4" />
        <path d="m26.5 8.5 5 7m0-7-5 7" />
      </g>
    </>
  ),
  dinersclub: (
    <>
      <rect x=".5" y=".5" width="35" height="23" rx="3.5" fill="#f5f7fa" stroke="#8b95a5" />
      <circle cx="18" cy="12" r="8" fill="#24557f" />
      <path d="M16.5 6.500a5.7 5.7 0 0 0 0 11zM19.5 6.500a5.7 5.7 0 0 1 0 11z" fill="#fff" />
    </>
  ),
}

const neutral = (
  <>
    <rect x=".5" y=".5" width="35" height="23" rx="3.5" fill="var(--panel)" stroke="currentColor" />
    <path d="M.5 7h35v3.500H.5z" fill="currentColor" />
    <path d="M5 17h9" stroke="currentColor" strokeWidth="1.6" />
  </>
)

const isBrand = (brand: string): brand is CardBrand => Object.hasOwn(words.brands, brand)

export const brandName = (brand: string): string => (isBrand(brand) ? words.brands[brand] : words.card)

/** Stands beside the brand's name, so that the sign need not be known. */
export const BrandMark = ({ brand }: { brand: string }) => {
  const mark = isBrand(brand) ? marks[brand] : undefined
  return (
    <svg
      width="36"
      height="24"
      viewBox="0 0 36 24"
      aria-hidden="true"
      data-brand={mark === undefined ? 'other' : brand}
    >
      {mark ?? neutral}
    </svg>
  )
}
