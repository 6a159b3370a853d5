/**
 * Whether a number is a multiple of another in decimal notation: 0.3 is a multiple of 0.1, although
 * 0.3 / 0.1 is not an integer in binary.
 */
export const isMultipleOf = (value: number, divisor: number): boolean => {
  if (!Number.isFinite(value) || !Number.isFinite(divisor)) return false
  if (Number.isInteger(value) && Number.isInteger(divisor)) return value % divisor === 0
  const left = toDecimal(value)
  const right = toDecimal(divisor)
  const exponent = Math.min(left.exponent, right.exponent)
  return scale(left, exponent) % scale(right, exponent) === 0n
}

type Decimal = {
  digits: bigint
  exponent: number
}

const toDecimal = (value: number): Decimal => {
  const [mantissa = '0', exponent = '0'] = value.toExponential().split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}

const scale = ({ digits, exponent }: Decimal, to: number): bigint =>
  digits * 10n ** BigInt(exponent - to)
