# girafa: name="cnp"
10 REM COMBINACOES DE n ELEMENTOS p A p, POR RECORRENCIA
20 REM c(n,p)=c(n-1,p)+c(n-1,p-1), e 1 quando p=0 ou p=n
30 REM PILHA s(): 12 = falta a segunda parcela; 13 = falta somar a primeira, que esta' por baixo
40 DIM s(100): LET topo=0: LET c=0
50 INPUT "N=";n,"P=";p
60 IF n<=51 AND p<=n THEN GO SUB 100
70 PRINT : PRINT "CNP=";c
80 STOP
100 REM CALCULO
110 INPUT "VER VARIAVEIS LOCAIS (S/N)? ";r$
120 LET mostra=(r$="S" OR r$="s")
130 IF NOT mostra THEN PRINT "AGUARDE, POR FAVOR...": PRINT
200 REM DESCE pelas primeiras parcelas
210 IF p=0 OR p=n THEN LET c=1: GO TO 310
220 LET topo=topo+1: LET s(topo)=12: LET n=n-1
230 IF mostra THEN PRINT : PRINT "IP=";topo;"  P(IP)=12 N=";n: PRINT
240 GO TO 210
300 REM SOBE com o valor de um ramo em c
310 IF topo=0 THEN RETURN
320 IF s(topo)=12 THEN GO TO 410
330 LET c=c+s(topo-1): LET topo=topo-2: LET n=n+1: LET p=p+1
340 IF mostra THEN PRINT : PRINT "C=";c;"  P=";p;" N=";n;" IP=";topo
350 GO TO 310
400 REM GUARDA a primeira parcela e passa 'a segunda
410 LET s(topo)=c: LET topo=topo+1: LET s(topo)=13: LET p=p-1
420 IF mostra THEN PRINT : PRINT "P(IP)=";c;" IP=";topo;" P(IP)=13 P=";p: PRINT
430 GO TO 210
