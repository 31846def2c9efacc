# What jaq leaves out, or does in its own way: https://jqlang.org/manual/ says what each is.

def stderr: (tojson | say), .;
def debug: (["DEBUG:", .] | tojson + "\n" | say), .;
def debug(msgs): ((msgs | debug | empty), .);
def halt_error($exit_code): (if isstring then . else tojson + "\n" end | say), halt($exit_code);
def halt_error: halt_error(5);

def toarray: if isarray then . else [.] end;
def trimstr($text): ltrimstr($text) | rtrimstr($text);
def IN(values): . as $one | any(values; . == $one);
def IN(these; values): any(these; IN(values));
def INDEX(rows; key): reduce rows as $row ({}; .[$row | key | tostring] = $row);
def INDEX(key): INDEX(.[]; key);

def row(cell; $form):
  if isarray | not then error("\($form) takes an array") else
    map(
      if isstring then cell
      elif . == null then ""
      elif isarray or isobject then error("\($form): no cell: \(tojson)")
      else tojson end
    )
  end;
def @csv: row("\"" + (split("\"") | join("\"\"")) + "\""; "@csv") | join(",");
def @tsv: row(
    split("\\") | join("\\\\") | split("\t") | join("\\t") | split("\n") | join("\\n") | split("\r") | join("\\r"); "@tsv"
  ) | join("\t");
