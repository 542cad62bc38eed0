/**
 * The SQL condition of a line `l` that the poster of the file must read: it was not matched by a
 * rule, has several parts, or credits another member than the one whose number it has. The figures
 * kept of a file count these lines.
 */
export const isReviewed = `(l.state <> 'matched' or exists (select from check_off_part p
  where p.batch_id = l.batch_id and p.row_no = l.row_no
    and (p.part_no > 1 or p.member_id is distinct from l.member_id)))`;
