# girafa: name="rainhas"
10 REM AS OITO RAINHAS: todas as maneiras de por n rainhas num tabuleiro sem que se ameacem
20 REM p(l) coluna da rainha da linha l
30 REM c() colunas, s() e d() diagonais com rainha: 1
40 DIM p(10): DIM c(10): DIM s(20): DIM d(20)
50 LET v$="----------"
100 REM JOGO
110 PRINT "********************************    PROBLEMA DAS OITO RAINHAS   ********************************"
120 INPUT "- DIMENSAO DO TABULEIRO ? ";n
130 IF n>10 THEN PRINT AT 5,0;"NUMERO GRANDE DEMAIS!!": GO TO 120
140 PRINT AT 5,0;"- DIMENSAO DO TABULEIRO - ";n;"X";n'''
150 GO SUB 200
160 PRINT '"O PROBLEMA TEM ";total;" SOLUCOES"''
170 INPUT "OUTRO JOGO ? (S/N) ";r$
180 IF r$="S" OR r$="s" THEN CLS : GO TO 110
190 GO TO 600
200 REM PROCURA linha a linha; se nenhuma coluna serve, volta 'a linha de cima
210 LET total=0: LET lin=1: LET col=0
220 LET col=col+1
230 IF NOT (c(col)+s(lin+col)+d(lin-col+10)) THEN GO TO 300
240 IF col<>n THEN GO TO 220
250 IF lin=1 THEN RETURN
260 LET lin=lin-1
270 LET col=p(lin): LET c(col)=0: LET s(lin+col)=0: LET d(lin-col+10)=0
280 GO TO 240
300 REM CASA LIVRE: poe a rainha
310 LET p(lin)=col
320 IF lin=n THEN GO SUB 400: GO TO 240
330 LET c(col)=1: LET s(lin+col)=1: LET d(lin-col+10)=1
340 LET lin=lin+1: LET col=0: GO TO 220
400 REM SOLUCAO
410 LET total=total+1
420 FOR k=1 TO n
430 PRINT v$( TO p(k)-1);"X";v$( TO n-p(k))
440 NEXT k
450 PRINT : RETURN
600 REM FIM
