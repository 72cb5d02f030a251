-- The Neovim test of `.ci/editors.py`: exits with an error if a check fails.
local checks = 0
local function check(what, seen, expected)
    if vim.deep_equal(seen, expected) then
        checks = checks + 1
        return
    end
    print(what .. ": " .. vim.inspect(seen) .. " is not " .. vim.inspect(expected) .. "\n")
    vim.cmd("cquit 1")
end

local function wait_for(what, condition)
    check(what, (vim.wait(20000, condition, 20)), true)
end

local function buffer() return vim.api.nvim_buf_get_lines(0, 0, -1, false) end

local function codes()
    local found = vim.tbl_map(function(found) return { found.lnum, found.col, found.code } end, vim.diagnostic.get(0))
    table.sort(found, function(a, b) return a[1] < b[1] end)
    return found
end

check("file type", vim.bo.filetype, "sinclair")
wait_for("a server", function() return not vim.tbl_isempty(vim.lsp.buf_get_clients(0)) end)

-- After opening: a misspelled keyword, a character that the Spectrum does not have, and an invalid colour.
wait_for("diagnostics", function() return #codes() == 3 end)
check("their places", codes(), { { 0, 10, "G102" }, { 0, 24, "G030" }, { 1, 3, "G100" } })

-- After edits: Neovim sends incremental changes.
vim.api.nvim_buf_set_text(0, 0, 9, 0, 15, { '"£"' })
vim.api.nvim_buf_set_lines(0, 1, 2, false, { "20 print total ; 1" })
wait_for("fewer diagnostics", function() return #codes() == 1 end)
check("what is left", codes()[1][3], "G030")

-- Hover.
vim.api.nvim_win_set_cursor(0, { 2, 4 })
local function hover()
    local answers = vim.lsp.buf_request_sync(0, "textDocument/hover", vim.lsp.util.make_position_params(0, "utf-16"), 20000)
    for _, answer in pairs(answers or {}) do
        return answer.result and answer.result.contents.value
    end
end
check("a keyword", vim.startswith(hover() or "", "```basic\nPRINT items"), true)
vim.api.nvim_win_set_cursor(0, { 3, 8 })
check("a name", vim.startswith(hover() or "", "`total`: a number"), true)

-- Rename all occurrences.
vim.lsp.buf.rename("sum")
wait_for("renaming", function() return buffer()[3] == "30 LET sum=sum+1: GO TO 20" end)
check("the other line", buffer()[2], "20 print sum ; 1")

-- Format the listing. The remaining diagnostic, an invalid colour, does not prevent it.
if vim.lsp.buf.format then
    vim.lsp.buf.format({ timeout_ms = 20000 })
else
    vim.lsp.buf.formatting_sync(nil, 20000)
end
check("layout", buffer(), {
    '10 PRINT "£": BORDER 9',
    "20 PRINT sum;1",
    "30 LET sum=sum+1: GO TO 20",
})

-- Syntax highlighting.
local function colour(row, column) return vim.fn.synIDattr(vim.fn.synID(row, column, 1), "name") end
check("colours", { colour(1, 1), colour(1, 4), colour(1, 11), colour(2, 10) },
    { "sinclairLine", "sinclairKeyword", "sinclairString", "" })

-- Words inside names and labels are not keywords.
vim.api.nvim_buf_set_lines(0, 1, 2, false, { "20 LET total=oat: LET x1or=1 TO 5: GO TO @for" })
check("colours in names", { colour(2, 8), colour(2, 15), colour(2, 25), colour(2, 30), colour(2, 44) },
    { "", "", "", "sinclairKeyword", "sinclairLine" })

-- Completion with Ctrl+X Ctrl+O.
check("omnifunc", vim.bo.omnifunc, "v:lua.vim.lsp.omnifunc")

-- Code lenses over the first line, and their commands.
local parameters = { textDocument = vim.lsp.util.make_text_document_params() }
for _, answer in pairs(vim.lsp.buf_request_sync(0, "textDocument/codeLens", parameters, 20000) or {}) do
    local known = vim.tbl_map(function(lens) return vim.lsp.commands[lens.command.command] ~= nil end, answer.result)
    check("code lenses", known, { true, true })
end

print("neovim: " .. checks .. " checks\n")
vim.cmd("qall!")
