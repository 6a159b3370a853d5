/** Whether a text is an integer that no number holds, as `keepsIntegers` leaves it. */
export const isLongInteger = (text: string): boolean =>
  /^-?[1-9]\d{15,38}$/.test(text) && !Number.isSafeInteger(Number(text))
