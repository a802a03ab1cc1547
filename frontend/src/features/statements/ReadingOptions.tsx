import { type ReactNode, useState } from 'react';
import { Checkbox } from '@/components/Checkbox';
import { ChoiceGroup } from '@/components/ChoiceGroup';
import { Select } from '@/components/Select';
import { TextField } from '@/components/TextField';
import type { FileColumns, FileReading, ReadFile } from '@/generated/contract';
import { AMOUNT_MODES, DAY_ORDERS, DELIMITERS, statementsTexts } from '@/texts/statements';
import styles from './statements.module.css';

interface OptionsProps {
  file: ReadFile;
  reading: FileReading;
  onChange: SetPart;
}

/** How the file is read: columns, days, amounts and texts. */
export function ReadingOptions({ file, reading, onChange: set }: OptionsProps) {
  const { format } = file;
  // Without a readable table, only the options for its lines apply.
  if (file.error !== undefined) return <Lines reading={reading} set={set} />;
  return (
    <div className={styles.options}>
      {reading.columns && <Columns file={file} columns={reading.columns} set={set} />}
      <Group title={statementsTexts.values}>
        {(format === 'csv' || format === 'qif') && (
          <Select
            label={statementsTexts.dateFormat}
            options={DAY_ORDERS}
            value={reading.dayOrder}
            onChange={(dayOrder) => set({ dayOrder })}
          />
        )}
        <Multiplier value={reading.multiplier} onChange={(multiplier) => set({ multiplier })} />
        <div className={styles.boxes}>
          <Checkbox
            isSelected={reading.flipAmount}
            isDisabled={reading.columns?.mode === 'outAndIn'}
            onChange={(flipAmount) => set({ flipAmount })}
          >
            {statementsTexts.flip}
          </Checkbox>
        </div>
      </Group>
      {format === 'csv' && <Lines reading={reading} set={set} />}
      {format !== 'csv' && <Texts reading={reading} set={set} />}
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  );
}

type SetPart = (part: Partial<FileReading>) => void;
type Place = 'date' | 'payee' | 'notes' | 'amount' | 'outflow' | 'inflow' | 'mark';

const NONE = '';

interface ColumnsProps {
  file: ReadFile;
  columns: FileColumns;
  set: SetPart;
}

function Columns({ file, columns, set }: ColumnsProps) {
  const hasNames = file.reading.hasHeaderRow;
  const options = [
    { id: NONE, name: statementsTexts.none },
    ...file.columns.map((cell, at) => ({
      id: String(at),
      name: hasNames && cell !== '' ? cell : statementsTexts.column(at + 1, cell),
    })),
  ];
  const change = (part: Partial<FileColumns>) => set({ columns: { ...columns, ...part } });
  const field = (place: Place) => (
    <Select
      key={place}
      label={statementsTexts[place]}
      options={options}
      value={columns[place] === null ? NONE : String(columns[place])}
      onChange={(id) => change({ [place]: id === NONE ? null : Number(id) })}
    />
  );
  const amounts = {
    signed: ['amount'],
    outAndIn: ['outflow', 'inflow'],
    marked: ['amount', 'mark'],
  };
  return (
    <Group title={statementsTexts.columns}>
      {(['date', 'payee', 'notes'] as const).map(field)}
      <div className={styles.whole}>
        <ChoiceGroup
          label={statementsTexts.amountsAre}
          choices={AMOUNT_MODES}
          value={columns.mode}
          onChange={(mode) => change({ mode })}
        />
      </div>
      {amounts[columns.mode].map((place) => field(place as Place))}
      {columns.mode === 'marked' && (
        <TextField
          label={statementsTexts.markWord}
          value={columns.outflowMark}
          onChange={(outflowMark) => change({ outflowMark })}
        />
      )}
    </Group>
  );
}

function Lines({ reading, set }: { reading: FileReading; set: SetPart }) {
  return (
    <Group title={statementsTexts.lines}>
      <Select
        label={statementsTexts.delimiter}
        options={DELIMITERS}
        value={reading.delimiter}
        onChange={(delimiter) => set({ delimiter, columns: null, dayOrder: null })}
      />
      <LineCount
        label={statementsTexts.skipStart}
        value={reading.skipStartLines}
        onChange={(skipStartLines) => set({ skipStartLines, columns: null, dayOrder: null })}
      />
      <LineCount
        label={statementsTexts.skipEnd}
        value={reading.skipEndLines}
        onChange={(skipEndLines) => set({ skipEndLines })}
      />
      <div className={styles.boxes}>
        <Checkbox
          isSelected={reading.hasHeaderRow}
          onChange={(hasHeaderRow) => set({ hasHeaderRow, columns: null, dayOrder: null })}
        >
          {statementsTexts.header}
        </Checkbox>
        <Checkbox isSelected={reading.importNotes} onChange={(importNotes) => set({ importNotes })}>
          {statementsTexts.importNotes}
        </Checkbox>
      </div>
    </Group>
  );
}

function Texts({ reading, set }: { reading: FileReading; set: SetPart }) {
  return (
    <Group title={statementsTexts.texts}>
      <div className={styles.boxes}>
        <Checkbox isSelected={reading.importNotes} onChange={(importNotes) => set({ importNotes })}>
          {statementsTexts.importNotes}
        </Checkbox>
        <Checkbox
          isSelected={reading.swapPayeeAndMemo}
          onChange={(swapPayeeAndMemo) => set({ swapPayeeAndMemo })}
        >
          {statementsTexts.swap}
        </Checkbox>
        <Checkbox
          isSelected={reading.fallbackMissingPayeeToMemo}
          onChange={(fallbackMissingPayeeToMemo) => set({ fallbackMissingPayeeToMemo })}
        >
          {statementsTexts.fallback}
        </Checkbox>
      </div>
    </Group>
  );
}

interface LineCountProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
}

const MAX_LINES = 100_000;

function LineCount({ label, value, onChange }: LineCountProps) {
  return (
    <TextField
      label={label}
      inputMode="numeric"
      value={String(value)}
      onChange={(text) => {
        const count = Number(text.replace(/\D/g, ''));
        onChange(Math.min(MAX_LINES, count));
      }}
    />
  );
}

interface MultiplierProps {
  value: string | null;
  onChange: (value: string | null) => void;
}

const NUMBER = /^\d{1,6}(\.\d{1,6})?$/;

function Multiplier({ value, onChange }: MultiplierProps) {
  const [text, setText] = useState(value ?? '');
  const isGood = text === '' || NUMBER.test(text);
  return (
    <TextField
      label={statementsTexts.multiplier}
      hint={statementsTexts.multiplierHint}
      inputMode="decimal"
      value={text}
      error={isGood ? undefined : statementsTexts.wrongMultiplier}
      onChange={(typed) => {
        const next = typed.trim().replace(',', '.');
        setText(next);
        if (next === '' || NUMBER.test(next)) onChange(next === '' ? null : next);
      }}
    />
  );
}
