import { useState } from 'react';
import { TextField } from '@/components/TextField';
import { parseNumber } from '@/lib/format/amount';
import { useAmountFormat } from '@/lib/prefs/useFormat';
import { exact } from '@/texts/exact';

interface NumberSettingProps {
  label: string;
  hint?: string;
  /** Null where nothing is stored. */
  value: number | null;
  /** Answers what is wrong with a number, or null. */
  refuse?: (value: number) => string | null;
  onChange: (value: number | null) => void;
}

/** A number that may be left empty; it is taken as soon as it can be read. */
export function NumberSetting({ label, hint, value, refuse, onChange }: NumberSettingProps) {
  const { numberFormat, decimalMark } = useAmountFormat();
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const take = (text: string) => {
    setTyped(text);
    if (text.trim() === '') {
      setWrong(null);
      return onChange(null);
    }
    const read = parseNumber(text, numberFormat);
    const next = read && Number(read.num) / Number(read.den);
    const refusal = next === null ? exact.valueNumber : (refuse?.(next) ?? null);
    setWrong(refusal);
    if (refusal === null) onChange(next);
  };
  const stored = value === null ? '' : String(value).replace('.', decimalMark);
  return (
    <TextField
      label={label}
      hint={hint}
      inputMode="decimal"
      value={typed ?? stored}
      error={wrong ?? undefined}
      onChange={take}
      onBlur={() => wrong === null && setTyped(null)}
    />
  );
}
